// TypeScript alone does not read the components of Vue and Svelte: their own compilers do.
declare module '*.vue' {
  import type { DefineComponent } from 'vue'

  const vueComponent: DefineComponent
  export default vueComponent
}

declare module '*.svelte' {
  import type { Component } from 'svelte'

  const svelteComponent: Component
  export default svelteComponent
}
