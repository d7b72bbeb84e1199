//! Expressions and patterns.

use wireform_build::ast::{AlternativeKind, Expr, ExprKind, Path, Pattern};

use super::{Role, Visit};

/// Visits an expression.
pub(super) fn expr(expr: &Expr, visit: &mut dyn Visit) {
    visit.node(expr.span);
    match &expr.kind {
        ExprKind::Path(one) => path(one, visit),
        ExprKind::Call { function, .. } => {
            function.segments.iter().for_each(|name| visit.name(name.span, Role::Function));
        }
        ExprKind::In { pattern: one, .. } => pattern(one, visit),
        ExprKind::Match { arms, .. } => arms.iter().for_each(|(one, _)| pattern(one, visit)),
        ExprKind::Fields(values) => values.iter().for_each(|(field, _)| path(field, visit)),
        ExprKind::Error => visit.unread(expr.span),
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Char(_)
        | ExprKind::Text(_)
        | ExprKind::Tuple(_)
        | ExprKind::List(_)
        | ExprKind::Named { .. }
        | ExprKind::Unary { .. }
        | ExprKind::Binary { .. }
        | ExprKind::Compare { .. }
        | ExprKind::Range { .. }
        | ExprKind::If { .. } => {}
    }
    expr.parts().into_iter().for_each(|part| self::expr(part, visit));
}

/// Visits a path. An index in an example is a segment, but no name.
pub(super) fn path(path: &Path, visit: &mut dyn Visit) {
    visit.node(path.span);
    let names = path.segments.iter().filter(|name| !name.text.starts_with('['));
    names.for_each(|name| visit.name(name.span, Role::Path));
}

/// Visits a pattern.
pub(super) fn pattern(pattern: &Pattern, visit: &mut dyn Visit) {
    visit.node(pattern.span);
    for one in &pattern.alternatives {
        visit.node(one.span);
        match &one.kind {
            AlternativeKind::Name(name) => visit.name(name.span, Role::Path),
            AlternativeKind::Tuple(parts) => parts.iter().for_each(|part| self::pattern(part, visit)),
            AlternativeKind::Error => visit.unread(one.span),
            AlternativeKind::Any
            | AlternativeKind::Range { .. }
            | AlternativeKind::Literal(_)
            | AlternativeKind::Text(_) => {}
        }
    }
}
