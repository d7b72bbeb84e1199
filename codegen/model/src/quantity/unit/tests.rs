//! Units in the singular and the plural.

use super::{many, one};

#[test]
fn one_of_a_unit() {
    let units = [
        ("cubes", "cube"),
        ("cubes_per_second", "cube per second"),
        ("tenths_of_degrees", "tenth of degrees"),
        ("light_years", "light year"),
        ("inches", "inch"),
        ("feet", "foot"),
        ("celsius", "celsius"),
        ("percent", "percent"),
        ("hertz", "hertz"),
        ("s", "s"),
        ("ms", "ms"),
        ("per_second", "per second"),
    ];
    for (unit, expected) in units {
        assert_eq!(one(unit), expected);
    }
    assert_eq!(many("cubes_per_second"), "cubes per second");
}
