use super::*;
use crate::error::ErrorCode;

/// Line, column and problem.
fn told(code: &str, rules: &Rules) -> (usize, usize, String) {
    match check(code, rules) {
        Err(Error::Code { line, column, problem, .. }) => (line, column, problem),
        other => panic!("{code}: {other:?}"),
    }
}

fn refused(code: &str, line: usize, column: usize, part: &str) {
    let (found_line, found_column, problem) = told(code, &COMBINE);
    assert_eq!((found_line, found_column), (line, column), "{code}: {problem}");
    assert!(problem.contains(part), "{code}: {problem}");
}

#[test]
fn bodies_of_operators_are_taken() {
    let codes = [
        "return left + right;",
        "return vec2f(left.x * right.x - left.y * right.y, left.x * right.y + left.y * right.x);",
        "if (left.x >= right.x) { return left; }\nreturn right;",
        "let sum = left + right;\nreturn select(sum, 0xffffffffu, sum < left);",
        "var<function> best = left; if right.x > best.x { best = right; } return best;",
        "switch left { case 0u, 1u: { return right; } default: { return left; } }",
        "const half = 0.5e-3f; let a = bitcast<u32>(half); { let b = a; _ = b; } return left;",
        "let x = 0xFp-2 + 1e+3 + .5 + 1.; return left; // Füße, } and @repeat(3)",
        "if is_nan(left) { return right; } return select(left, right, is_finite(right));",
        "let next = left; { let inner = next; let deeper = inner; } let inner = next; return inner;",
    ];
    for code in codes {
        assert!(check(code, &COMBINE).is_ok(), "{code}: {:?}", check(code, &COMBINE));
    }
    assert!(check("x % 2u == 0u && (i < 10u || x != 3u)", &WHERE).is_ok());
    assert!(check("all(vec2<bool>(x >= 1, x <= 2)) // in between", &WHERE).is_ok());
}

#[test]
fn comments_are_left_out_and_places_stay() {
    let code = "// a } brace\r\nlet a = left; // for @repeat(\n\n    return a; // end";
    assert_eq!(check(code, &COMBINE).unwrap(), "\nlet a = left;\n\n    return a;");
    refused("// é } loop {\nlet a = left; loop { }", 2, 15, "without loops");
}

#[test]
fn loops_declarations_and_attributes_are_refused_with_their_places() {
    refused("loop { }", 1, 1, "without loops is required; found `loop`");
    refused("var a = left;\n  for (var i = 0; i < 9; i++) {}", 2, 3, "without loops");
    refused("while true {}", 1, 1, "without loops");
    refused("return left; } fn evil() -> u32 { return 1u;", 1, 14, "opening bracket");
    refused("fn evil() {}", 1, 1, "declarations");
    refused("return left;\n@repeat(9) return right;", 2, 1, "attributes");
    refused("@compute", 1, 1, "attributes");
    refused("var<workgroup> a: u32;", 1, 5, "variables of the function alone are required");
    refused("enable f16;", 1, 1, "directives");
    refused("var a: array<u32, 9>;", 1, 8, "numbers");
    refused("return left /* } */ + right;", 1, 13, "found /*");
    refused("#define A", 1, 1, "no `#`");
    refused("let a = \"text\";", 1, 9, "no `\"`");
}

#[test]
fn brackets_must_match() {
    refused("return (left;", 1, 8, "`)` is required to close this `(`");
    refused("return (left};", 1, 13, "`)` is required to close the last");
    refused("if (true) {\n return left;", 1, 11, "close this `{`");
    refused(&"(".repeat(40), 1, 33, "at most 32");
    refused(&format!("return {}left;", "!".repeat(80)), 1, 40, "at most 32");
}

#[test]
fn words_do_not_hide_in_other_tokens_and_invisible_characters() {
    refused("lo\u{200b}op { }", 1, 3, "U+200B");
    refused("return left;\u{2028}loop { }", 1, 13, "U+2028");
    refused("// comment\u{2028}loop { }", 1, 11, "U+2028");
    refused("// comment\u{b}loop { }", 1, 11, "U+000B");
    refused("// \u{202e}loop", 1, 4, "U+202E");
    refused("let é = left;", 1, 5, "U+00E9");
    refused("if left == 1loop {}", 1, 12, "a number is required");
    refused("return 1for;", 1, 8, "a number is required");
    // A carriage return alone ends a comment too.
    refused("// comment\rloop { }", 2, 1, "without loops");
    refused("left.loop; loop {}", 1, 12, "without loops");
}

#[test]
fn what_the_shader_declares_cannot_be_named() {
    refused("prefixes[0] = left; return right;", 1, 1, "found `prefixes`");
    refused("workgroupBarrier(); return right;", 1, 1, "found `workgroupBarrier`");
    refused("return value_combine(left, right);", 1, 8, "found `value_combine`");
    refused("return T(left);", 1, 8, "found `T`");
    refused("return subgroupAdd(left);", 1, 8, "subgroupAdd");
    // A name is the code's own from the end of its declaration to the end of its block, and the shader's elsewhere.
    refused("let states = states; return left;", 1, 14, "found `states`");
    refused("states = 1u; let states = left; return left;", 1, 1, "found `states`");
    refused("{ let states = left; } return states;", 1, 31, "found `states`");
    refused("let a = (1u); return b;", 1, 22, "found `b`");
}

#[test]
fn expressions_are_single() {
    let told = |code| told(code, &WHERE);
    assert_eq!(told("x > 0u; loop {}").1, 7);
    assert_eq!(told("x = 1u").1, 3);
    assert!(told("if (x > 0u) { 1 }").2.contains("found `if`"));
    assert!(told("x += 1u").2.contains("a single expression is required; found `+=`"));
    assert!(told("left > 0u").2.starts_with("known names are x, i"));
    assert!(told("true) { return x; } fn f() -> bool { return (x > 0u").2.contains("opening bracket"));
}

#[test]
fn empty_and_long_codes_are_refused() {
    for code in ["", "  \n", "// nothing", &"x".repeat(4001)] {
        let error = check(code, &COMBINE).unwrap_err();
        assert_eq!(error.code(), ErrorCode::BadArgument);
        assert!(error.to_string().starts_with("operator.combine must be "), "{error}");
    }
    let error = check("loop {}", &COMBINE).unwrap_err();
    assert_eq!(error.code(), ErrorCode::BadArgument);
    let message = "operator.combine, line 1, column 1: code without loops is required; found `loop`";
    assert_eq!(error.to_string(), message);
}

#[test]
fn comparisons_of_floats_by_unequal_are_warned_of() {
    let places = |code: &str, rules: &Rules, of_floats: bool| -> Vec<(usize, usize)> {
        let found = warnings(code, rules, of_floats).unwrap();
        assert!(
            found.iter().all(|warning| warning.what == rules.what && warning.message.contains("is_nan")),
            "{found:?}"
        );
        found.iter().map(|warning| (warning.line, warning.column)).collect()
    };
    let floats = |code: &str| places(code, &WHERE, true);
    assert_eq!(floats("x != 1.0"), [(1, 3)]);
    assert_eq!(floats("1 != x // why"), [(1, 3)]);
    assert_eq!(floats("i > 3u &&\n abs(x * 2 - 1) != 3"), [(2, 17)]);
    assert_eq!(floats("f32(i) != floor(f32(i))"), [(1, 8)]);
    assert_eq!(floats("bitcast<f32>(i) != 1 || (x) != (x)"), [(1, 17), (1, 29)]);
    for code in [
        "!(x == 1.0)",
        "i != 3u",
        "(x > 1.0) != (x > 2.0)",
        "bitcast<u32>(x) != 0u",
        "u32(x) != 2u",
        "is_nan(x) != true",
        "x > 1 || i != 2",
    ] {
        assert_eq!(floats(code), [], "{code}");
    }
    assert_eq!(places("x != 1u", &WHERE, false), []);
    assert_eq!(places("f32(x) / 2.0 != 1.5", &WHERE, false), [(1, 14)]);
    let code = "let a = left.x;\nvar<function> n = 3u;\nlet b: f32 = bitcast<f32>(n);\nif n != 2u || a != 0 { return left; }\nreturn select(left, right, b != right.y);";
    assert_eq!(places(code, &COMBINE, true), [(4, 17), (5, 30)]);
    assert_eq!(places(code.replace("left.x", "1u").as_str(), &COMBINE, false), [(5, 30)]);
    assert!(warnings("x != ", &WHERE, true).is_ok() && warnings("loop", &WHERE, true).is_err());
}
