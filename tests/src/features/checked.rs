//! A user's number is checked wherever another field goes by it.

use wireform_tests::features::checked::{
    Counted, CountedKnown, Payload, Report, ReportBody, ReportBodyReport, ReportView, Sentinel, SentinelBody,
    SentinelBodyData, Sometimes, SometimesPlaces, SometimesShape, SometimesShapeOf, SometimesShapeOfSome,
    SometimesSorted, SometimesSortedOf, Unit, Widths, WidthsKnown, WidthsView, payload,
};

#[test]
fn what_contradicts_a_number_of_the_users_is_refused() {
    let mut out = [0; 400];
    let report = ReportView::parse_exact(&[2, 201, 7, 0, 8, 0]).expect("two blocks").to_value();
    assert_eq!(report.write(&mut out), Ok(6));
    let error = Report { count: 3, ..report }.write(&mut out).expect_err("two are no three");
    assert_eq!(
        error.to_string(),
        "Report.body.blocks: not the length that its count has or can have: expected 3, found 2"
    );
    let body = ReportBody::Report(ReportBodyReport::default());
    assert_eq!(Report { count: 0, body }.write(&mut out), Ok(2));

    let body = SentinelBody::Data(SentinelBodyData { data: None });
    let error = Sentinel { size: 0, body }.write(&mut out).expect_err("0 bytes are not none");
    assert_eq!(
        error.to_string(),
        "Sentinel.body.data: contradicts its condition or tag: expected present exactly if `size != -1`, found absent"
    );
    assert_eq!(Sentinel { size: -1, body }.write(&mut out), Ok(2));

    let all = Sometimes {
        size: 1,
        mask: 2,
        kind: 7,
        code: 1,
        flags: 5,
        data: Some(&[9]),
        places: Some(SometimesPlaces { all: [None, Some(3), None] }),
        shape: Some(SometimesShape { of: SometimesShapeOf::Some(SometimesShapeOfSome { it: 4 }) }),
        sorted: Some(SometimesSorted { of: SometimesSortedOf::Neither }),
        message: Some(Payload::Byte(payload::Byte { it: 5 })),
        ..Sometimes::default()
    };
    assert_eq!(all.write(&mut out), Ok(12));
    let error = |wrong: Sometimes<'_>| wrong.write(&mut [0; 100]).expect_err("contradicts").to_string();
    let contradicts = |path: &str, facts: &str| format!("Sometimes.{path}: contradicts its condition or tag: {facts}");
    assert_eq!(error(Sometimes { mask: 3, ..all }), contradicts("places.all", "expected 3, found 2"));
    assert_eq!(error(Sometimes { kind: 0, ..all }), contradicts("shape.of", "expected 0, found the arm `Some`"));
    assert_eq!(error(Sometimes { code: 2, ..all }), contradicts("message", "expected 2, found 1"));

    let bytes = [1, 2, 1, 1, 13, 5, 6, 1, 0, 7, 8, 0];
    let widths = WidthsView::parse_exact(&bytes, WidthsKnown { long: false }).expect("right").to_value();
    assert_eq!((widths.unit, widths.temperature, widths.ordered), (Unit::Kelvin, 5, Some(256)));
    let error =
        |wrong: Widths| wrong.write(&mut [0; 100], WidthsKnown { long: false }).expect_err("does not fit").to_string();
    assert_eq!(
        error(Widths { of_size: 256, ..widths }),
        "Widths.of_size: out of range for its place on the wire: expected 0 to 255, found 256"
    );
    assert_eq!(
        error(Widths { order: 2, ..widths }),
        "Widths.ordered: contradicts its condition or tag: expected present exactly if its tags say so, found present"
    );

    // The writer's own count must be one that the chosen width holds.
    let counted = Counted { form: 9, has: false, second: None, all: &[0; 300] };
    assert_eq!(counted.write(&mut out, CountedKnown { wide: true }), Ok(304));
    let error = counted.write(&mut out, CountedKnown { wide: false }).expect_err("300 is no byte");
    assert_eq!(
        error.to_string(),
        "Counted.count: not the length that its count has or can have: expected 0 to 255, found 300"
    );
}
