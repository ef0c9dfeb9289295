//! Products and functions of matrices.

use naga::{Expression, Handle, MathFunction as Math, TypeInner};

use super::function::Context;
use crate::error::Error;
use crate::instruction::{Instruction, Slot};
use crate::layout::column_words;
use crate::scalar::Binary;

/// A matrix in registers; a vector is a matrix of one column.
#[derive(Clone, Copy)]
struct Matrix {
    slot: Slot,
    columns: u32,
    rows: u32,
}

impl Matrix {
    fn at(self, column: u32, row: u32) -> Slot {
        let words = if self.columns == 1 { self.rows } else { column_words(self.rows) };
        self.slot + column * words + row
    }
}

impl Context<'_, '_> {
    fn matrix(&mut self, expression: Handle<Expression>) -> Result<Option<Matrix>, Error> {
        let (columns, rows) = match *self.inner(expression) {
            TypeInner::Matrix { columns, rows, .. } => (u32::from(columns), u32::from(rows)),
            TypeInner::Vector { size, .. } => (1, u32::from(size)),
            _ => return Ok(None),
        };
        Ok(Some(Matrix { slot: self.value(expression)?, columns, rows }))
    }

    pub fn matrix_product(&mut self, left: Handle<Expression>, right: Handle<Expression>) -> Result<Slot, Error> {
        let (Some(a), Some(b)) = (self.matrix(left)?, self.matrix(right)?) else {
            let (a, b) = ((self.value(left)?, self.words(left)?), (self.value(right)?, self.words(right)?));
            return Ok(self.zip(Binary::MultiplyF, a, b));
        };
        if a.columns == 1 {
            // A row times a matrix: its product with each column.
            let dst = self.fresh(b.columns);
            for column in 0..b.columns {
                self.sum_of_products(dst + column, a.rows, |k| (a.at(0, k), b.at(column, k)));
            }
            return Ok(dst);
        }
        let words = if b.columns == 1 { a.rows } else { b.columns * column_words(a.rows) };
        let product = Matrix { slot: self.fresh(words), columns: b.columns, rows: a.rows };
        for column in 0..b.columns {
            for row in 0..a.rows {
                self.sum_of_products(product.at(column, row), a.columns, |k| (a.at(k, row), b.at(column, k)));
            }
        }
        Ok(product.slot)
    }

    fn sum_of_products(&mut self, dst: Slot, count: u32, operands: impl Fn(u32) -> (Slot, Slot)) {
        let products = self.fresh(count);
        for k in 0..count {
            let (a, b) = operands(k);
            self.emit(Instruction::Binary { op: Binary::MultiplyF, dst: products + k, a, b });
        }
        let src = self.fold(Binary::AddF, products, count);
        self.emit(Instruction::Copy { dst, src, words: 1 });
    }

    pub fn matrix_function(
        &mut self,
        handle: Handle<Expression>,
        function: Math,
        arguments: &[Handle<Expression>],
    ) -> Result<Slot, Error> {
        let Some(a) = self.matrix(arguments[0])? else { return self.unsupported("a matrix function of this type") };
        match function {
            Math::Transpose => {
                let dst = Matrix { slot: self.fresh(self.words(handle)?), columns: a.rows, rows: a.columns };
                for column in 0..a.columns {
                    for row in 0..a.rows {
                        let (dst, src) = (dst.at(row, column), a.at(column, row));
                        self.emit(Instruction::Copy { dst, src, words: 1 });
                    }
                }
                Ok(dst.slot)
            }
            Math::Determinant => Ok(self.determinant(a, 0, &(0..a.rows).collect::<Vec<_>>())),
            _ => self.unsupported(format!("the function {function:?}")),
        }
    }

    /// The determinant of the columns from `column` on and these rows, by expansion along the first of these columns.
    fn determinant(&mut self, a: Matrix, column: u32, rows: &[u32]) -> Slot {
        if let [row] = rows {
            return a.at(column, *row);
        }
        let mut sum = None;
        for (index, &row) in rows.iter().enumerate() {
            let others: Vec<u32> = rows.iter().copied().filter(|&other| other != row).collect();
            let minor = self.determinant(a, column + 1, &others);
            let term = self.zip(Binary::MultiplyF, (a.at(column, row), 1), (minor, 1));
            sum = Some(match sum {
                None => term,
                Some(sum) => {
                    let op = if index % 2 == 0 { Binary::AddF } else { Binary::SubtractF };
                    self.zip(op, (sum, 1), (term, 1))
                }
            });
        }
        sum.unwrap_or(a.slot)
    }
}
