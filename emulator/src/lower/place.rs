//! Pointers.

use naga::{ArraySize, Expression, Handle, TypeInner};

use super::function::{Context, Item, Memory, Place};
use super::shared::Global;
use crate::error::Error;
use crate::instruction::{Address, FIXED, Instruction, Limit, Slot, Space, ZERO};
use crate::layout;

impl Context<'_, '_> {
    /// The place that a pointer expression points to.
    pub fn place(&mut self, pointer: Handle<Expression>) -> Result<Place, Error> {
        if let Some(Item::Place(place)) = self.items[pointer.index()] {
            return Ok(place);
        }
        let place = match self.function.expressions[pointer] {
            Expression::LocalVariable(local) => {
                Place { memory: Memory::Registers, base: self.local(local), index: ZERO }
            }
            Expression::GlobalVariable(global) => match self.shared.globals.get(&global) {
                Some(&Global::Private(first)) => Place { memory: Memory::Registers, base: FIXED | first, index: ZERO },
                Some(&Global::Workgroup(base)) => Place { memory: Memory::Shared(Space::Workgroup), base, index: ZERO },
                Some(&Global::Buffer(buffer)) => {
                    Place { memory: Memory::Shared(Space::Buffer(buffer)), base: 0, index: ZERO }
                }
                Some(&Global::Uniform(buffer)) => Place { memory: Memory::Uniform(buffer), base: 0, index: ZERO },
                // The function is not reached by the entry point; its code is dropped.
                None => Place { memory: Memory::Registers, base: FIXED, index: ZERO },
            },
            Expression::FunctionArgument(position) => {
                let index = self.arguments[position as usize];
                let argument = &self.function.arguments[position as usize];
                let space = self.shared.module.types[argument.ty].inner.pointer_space();
                if !matches!(space, Some(naga::AddressSpace::Function | naga::AddressSpace::Private)) {
                    return self.unsupported("a pointer to workgroup memory or storage as a parameter");
                }
                Place { memory: Memory::Registers, base: FIXED, index }
            }
            Expression::Access { base, index } => {
                self.place(base)?;
                let index = self.value(index)?;
                self.access_place(base, index)?
            }
            // naga has checked constant indices into all other types.
            Expression::AccessIndex { base, index }
                if layout::components(self.shared.module, &self.pointee(base)).is_none() =>
            {
                let index = self.constant(&[index]);
                self.access_place(base, index)?
            }
            Expression::AccessIndex { base, index } => {
                let place = self.place(base)?;
                let offset = layout::offset(self.shared.module, &self.pointee(base), index, self.at)?;
                Place { base: place.base + offset, ..place }
            }
            _ => return self.unsupported("a pointer from this kind of expression"),
        };
        self.items[pointer.index()] = Some(Item::Place(place));
        Ok(place)
    }

    fn access_place(&mut self, base: Handle<Expression>, index: Slot) -> Result<Place, Error> {
        let place = self.place(base)?;
        let inner = self.pointee(base);
        let stride = layout::stride(self.shared.module, &inner, self.at)?;
        let limit = self.limit(&inner, place)?;
        let dst = self.fresh(1);
        self.emit(Instruction::Bound { dst, index, add: place.index, stride, limit });
        Ok(Place { index: dst, ..place })
    }

    /// The limit of an index into an array at a place.
    fn limit(&self, inner: &TypeInner, place: Place) -> Result<Limit, Error> {
        if let Some(count) = layout::components(self.shared.module, inner) {
            return Ok(Limit::Elements(count));
        }
        let (TypeInner::Array { size: ArraySize::Dynamic, .. }, Memory::Shared(Space::Buffer(buffer))) =
            (inner, place.memory)
        else {
            return self.unsupported("an index into this type");
        };
        let stride = layout::stride(self.shared.module, inner, self.at)?;
        Ok(Limit::Runtime { buffer, first: place.base, stride })
    }

    /// The type that a pointer points to.
    pub fn pointee(&self, pointer: Handle<Expression>) -> TypeInner {
        match self.inner(pointer) {
            TypeInner::Pointer { base, .. } => self.shared.module.types[*base].inner.clone(),
            TypeInner::ValuePointer { size: Some(size), scalar, .. } => {
                TypeInner::Vector { size: *size, scalar: *scalar }
            }
            TypeInner::ValuePointer { size: None, scalar, .. } => TypeInner::Scalar(*scalar),
            other => other.clone(),
        }
    }

    pub fn is_pointer(&self, expression: Handle<Expression>) -> bool {
        matches!(self.inner(expression), TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. })
    }

    pub fn load(&mut self, pointer: Handle<Expression>, words: u32) -> Result<Slot, Error> {
        let place = self.place(pointer)?;
        let is_atomic = matches!(self.pointee(pointer), TypeInner::Atomic(_));
        let dst = self.fresh(words);
        self.emit(match place.memory {
            Memory::Registers if place.index == ZERO => Instruction::Copy { dst, src: place.base, words },
            Memory::Registers => Instruction::ReadIndexed { dst, base: place.base, index: place.index, words },
            Memory::Uniform(_) => Instruction::Uniform { dst, from: place.address(), words },
            Memory::Shared(_) if is_atomic => Instruction::AtomicLoad { dst, from: place.address() },
            Memory::Shared(_) => Instruction::Load { dst, from: place.address(), words },
        });
        Ok(dst)
    }

    pub fn store(&mut self, pointer: Handle<Expression>, src: Slot, words: u32) -> Result<(), Error> {
        let place = self.place(pointer)?;
        let is_atomic = matches!(self.pointee(pointer), TypeInner::Atomic(_));
        self.emit(match place.memory {
            Memory::Registers if place.index == ZERO => Instruction::Copy { dst: place.base, src, words },
            Memory::Registers => Instruction::WriteIndexed { base: place.base, index: place.index, src, words },
            Memory::Uniform(_) => return self.unsupported("a store to a uniform buffer"),
            Memory::Shared(_) if is_atomic => Instruction::AtomicStore { to: place.address(), src },
            Memory::Shared(_) => Instruction::Store { to: place.address(), src, words },
        });
        Ok(())
    }

    /// The address of a pointer into workgroup or storage memory.
    pub fn shared_address(&mut self, pointer: Handle<Expression>) -> Result<Address, Error> {
        let place = self.place(pointer)?;
        match place.memory {
            Memory::Shared(_) => Ok(place.address()),
            _ => self.unsupported("an atomic operation on this memory"),
        }
    }

    /// The local variable that a pointer points into.
    pub fn local_of(&self, pointer: Handle<Expression>) -> Option<Handle<naga::LocalVariable>> {
        match self.function.expressions[pointer] {
            Expression::LocalVariable(local) => Some(local),
            Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => self.local_of(base),
            _ => None,
        }
    }
}
