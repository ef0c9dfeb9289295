/** The part of an exported module that all modules share: it checks the device and compiles the plan. The build bundles it as a text. */
import { badArgument, describe } from './arguments.ts';
import { ScanLabError } from './errors.ts';
import { compileRunner } from './runner.ts';
import type { PreparedPlan } from '../types.ts';

/** The requirements of a plan: the minimum limits of a device, by their WebGPU names, and the range of its subgroup sizes. */
export type Needs = { limits: Record<string, number>; subgroups: readonly [number, number] | null };

/** @param aborts the reasons of void runs, by their abort flags from 1 on */
export async function prepareExported(device: GPUDevice, plan: PreparedPlan, needs: Needs, aborts: readonly string[]) {
  requireDevice(device, needs);
  const aborted = (flag: number) => new ScanLabError('unsupported', `A run was void: ${aborts[flag - 1] ?? aborts[0]}.`);
  return compileRunner(device, plan, aborted);
}

/** Throws if a device lacks a requirement of the plan. */
function requireDevice(device: GPUDevice, { limits, subgroups }: Needs) {
  if (typeof device !== 'object' || device === null || !('limits' in device)) {
    throw badArgument(`device must be a GPUDevice; it was ${describe(device)}.`);
  }
  for (const [name, required] of Object.entries(limits)) {
    const found = device.limits[name as keyof GPUSupportedLimits];
    if (typeof found === 'number' && found < required) {
      throw new ScanLabError('unsupported', `device.limits.${name} must be at least ${required}; it is ${found}.`);
    }
  }
  if (!subgroups) return;
  if (!device.features.has('subgroups')) {
    throw new ScanLabError('unsupported', 'device must have the feature subgroups; it was requested without it.');
  }
  const [least, most] = subgroups;
  const { subgroupMinSize = least, subgroupMaxSize = most } = device.adapterInfo ?? {};
  if (subgroupMinSize < least || subgroupMaxSize > most) {
    const found = `they have ${subgroupMinSize} to ${subgroupMaxSize}`;
    throw new ScanLabError('unsupported', `Subgroups of the device must have ${least} to ${most} invocations; ${found}.`);
  }
}
