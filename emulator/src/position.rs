//! Decides which of two invocations is behind.

use crate::environment::Environment;
use crate::workgroup::Workgroup;

impl Environment<'_> {
    /// The position of an invocation in the structure of the program. It lists, for each call from the outermost one,
    /// the surrounding loops with their iterations, and the instruction. The invocation that is behind has the smaller
    /// position.
    pub fn position(&self, workgroup: &Workgroup, local_index: usize) -> Vec<u32> {
        let size = self.program.registers as usize;
        let registers = &workgroup.registers[local_index * size..(local_index + 1) * size];
        let mut pcs = vec![workgroup.invocations[local_index].pc];
        let entry = self.program.functions.len() as u32 - 1;
        while let Some(&pc) = pcs.last() {
            let function = self.program.function_of[pc as usize];
            if function == entry {
                break;
            }
            let link = self.program.functions[function as usize].result.0 - 2;
            pcs.push(registers[link as usize] - 1);
        }
        let mut position = Vec::new();
        for &pc in pcs.iter().rev() {
            for around in self.program.loops.iter().filter(|around| (around.start..around.end).contains(&pc)) {
                position.extend([around.start, registers[around.count as usize]]);
            }
            position.push(pc);
        }
        position
    }
}
