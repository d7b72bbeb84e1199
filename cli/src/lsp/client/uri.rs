//! URIs of documents, as clients name them, and paths of files, as the compiler does.

use std::path::{Path, PathBuf};

use wireform_build::load::normal;

/// The path of a document: that of a `file:` URI, or else one that no file has, so that the text is alone.
pub fn path(uri: &str) -> PathBuf {
    match file(uri) {
        Some(path) => normal(&path),
        None => PathBuf::from(format!("{UNSAVED}{}", uri.replace(['/', '\\'], "_"))),
    }
}

/// The start of the path of a document without a file. No file has it, since the paths of files are absolute.
const UNSAVED: &str = "unsaved ";

/// Whether a document has a folder, in which its imports are.
pub fn is_in_folder(path: &Path) -> bool {
    path.is_absolute()
}

/// The `file:` URI of an absolute path.
pub fn uri(path: &Path) -> String {
    let mut uri = String::from("file://");
    let text = path.to_string_lossy();
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() };
    if !text.starts_with('/') {
        uri.push('/');
    }
    let bytes = if cfg!(unix) { unix_bytes(path) } else { text.into_bytes() };
    for byte in bytes {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b':' => {
                uri.push(char::from(byte))
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// The absolute path of a `file:` URI.
fn file(uri: &str) -> Option<PathBuf> {
    let (scheme, rest) = uri.split_once(':')?;
    if !scheme.eq_ignore_ascii_case("file") {
        return None;
    }
    let rest = rest.split(['?', '#']).next().unwrap_or(rest);
    // `file:/path`, `file:///path` and `file://localhost/path`; another host is a share of Windows.
    let (host, path) = match rest.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/')?),
        None => ("", rest),
    };
    let bytes = decoded(path);
    let path = if cfg!(windows) {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let is_drive = text.as_bytes().get(2) == Some(&b':');
        match host {
            "" | "localhost" if is_drive => PathBuf::from(text.get(1..).unwrap_or_default()),
            "" | "localhost" => PathBuf::from(text),
            host => PathBuf::from(format!("//{host}{text}")),
        }
    } else {
        unix_path(bytes)
    };
    // A zero byte is in no path.
    Some(path).filter(|path| path.is_absolute() && !path.as_os_str().as_encoded_bytes().contains(&0))
}

/// The bytes of a part of a URI, with `%41` as `A`. A `%` before other characters is itself.
fn decoded(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let digit = |at: usize| behind.get(at).and_then(|digit| char::from(*digit).to_digit(16));
        let code = if *first == b'%' { digit(0).zip(digit(1)) } else { None };
        let code = code.and_then(|(high, low)| u8::try_from(high * 16 + low).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { behind.get(2..).unwrap_or_default() } else { behind };
    }
    bytes
}

#[cfg(unix)]
fn unix_path(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt as _;
    PathBuf::from(std::ffi::OsString::from_vec(bytes))
}

#[cfg(not(unix))]
fn unix_path(bytes: Vec<u8>) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(unix)]
fn unix_bytes(path: &Path) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt as _;
    path.as_os_str().as_bytes().to_vec()
}

#[cfg(not(unix))]
fn unix_bytes(path: &Path) -> Vec<u8> {
    path.to_string_lossy().into_owned().into_bytes()
}

#[cfg(all(test, unix))]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{is_in_folder, path, uri};

    #[test]
    fn uris_of_files_are_decoded() {
        let paths = [
            "file:///a/b.wire",
            "FILE:///a/./c/../b.wire",
            "file:/a/b.wire",
            "file://localhost/a/b.wire",
            "file:///a/%62.wire#x",
        ];
        assert_eq!(paths.map(path), [(); 5].map(|()| PathBuf::from("/a/b.wire")));
        assert_eq!(path("file:///s%C3%BC%C3%9F%20%25/x%2y%.wire"), Path::new("/süß %/x%2y%.wire"));
    }

    #[test]
    fn paths_come_back() {
        for text in ["/a/b.wire", "/süß %/#?&+ .wire", "/\u{1f40d}"] {
            assert_eq!(path(&uri(Path::new(text))), Path::new(text));
        }
        assert_eq!(uri(Path::new("/a b/ü.wire")), "file:///a%20b/%C3%BC.wire");
    }

    #[test]
    fn other_documents_have_no_folder() {
        for text in
            ["untitled:Untitled-1", "untitled:/a/../b", "", "..", "file:", "file://host", "file:a", "file:///%00"]
        {
            let path = path(text);
            assert!(!is_in_folder(&path), "{text}");
            assert_eq!(path.components().count(), 1, "{text}");
        }
    }
}
