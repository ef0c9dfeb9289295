//! Built-in values of entry points.

use naga::{Binding, BuiltIn, Handle, TypeInner};

use super::function::Context;
use crate::error::Error;
use crate::instruction::{Builtin, Instruction, Slot};
use crate::layout;

impl Context<'_, '_> {
    /// Reads the built-in values of a parameter of an entry point, or of the members of its struct.
    pub fn builtins(&mut self, ty: Handle<naga::Type>, binding: Option<&Binding>, dst: Slot) -> Result<(), Error> {
        let module = self.shared.module;
        if let Some(Binding::BuiltIn(builtin)) = binding {
            return self.builtin(*builtin, dst);
        }
        let TypeInner::Struct { members, .. } = &module.types[ty].inner else {
            return Err(Error::unsupported(self.at, "a parameter that is not a built-in value"));
        };
        for (index, member) in members.iter().enumerate() {
            let offset = layout::offset(module, &module.types[ty].inner, index as u32, self.at)?;
            self.builtins(member.ty, member.binding.as_ref(), dst + offset)?;
        }
        Ok(())
    }

    fn builtin(&mut self, builtin: BuiltIn, dst: Slot) -> Result<(), Error> {
        let vector: Option<fn(u8) -> Builtin> = match builtin {
            BuiltIn::GlobalInvocationId => Some(Builtin::GlobalInvocation),
            BuiltIn::LocalInvocationId => Some(Builtin::LocalInvocation),
            BuiltIn::WorkGroupId => Some(Builtin::Workgroup),
            BuiltIn::NumWorkGroups => Some(Builtin::Workgroups),
            _ => None,
        };
        if let Some(vector) = vector {
            for dimension in 0..3 {
                self.emit(Instruction::Builtin { dst: dst + u32::from(dimension), which: vector(dimension) });
            }
            return Ok(());
        }
        let which = match builtin {
            BuiltIn::LocalInvocationIndex => Builtin::LocalIndex,
            BuiltIn::SubgroupSize => Builtin::SubgroupSize,
            BuiltIn::SubgroupInvocationId => Builtin::SubgroupInvocation,
            BuiltIn::SubgroupId => Builtin::Subgroup,
            BuiltIn::NumSubgroups => Builtin::Subgroups,
            _ => return Err(Error::unsupported(self.at, format!("the built-in value {builtin:?}"))),
        };
        self.emit(Instruction::Builtin { dst, which });
        Ok(())
    }
}
