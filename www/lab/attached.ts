import { badArgument } from '../shared/arguments.ts';

const AsyncFunction = (async () => {}).constructor;

/**
 * Makes the methods of an object fail with a clear error if they are called without their object.
 * @param owner for messages
 * @param methods a prototype or a class
 */
export function requireOwner(owner: string, methods: object, isOwner: (value: any) => boolean) {
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(methods))) {
    const method = property.value;
    if (typeof method !== 'function' || name === 'constructor') continue;
    const attached = {
      [name](this: unknown, ...values: unknown[]) {
        if (isOwner(this)) return method.apply(this, values);
        const error = badArgument(`${name} must be called as a method, ${owner}.${name}(…); it was called without its object.`);
        if (method instanceof AsyncFunction) return Promise.reject(error);
        throw error;
      },
    };
    Object.defineProperty(methods, name, { ...property, value: attached[name] });
  }
}
