// TypeScript alone does not read the components of Vue and Svelte: their own compilers do.
declare module '*.vue' {
  const vueComponent: object
  export default vueComponent
}

declare module '*.svelte' {
  // As `mount` of Svelte takes it.
  const svelteComponent: (internals: unknown, props: object) => Record<string, unknown>
  export default svelteComponent
}
