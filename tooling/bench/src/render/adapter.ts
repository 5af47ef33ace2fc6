/** A renderer, mounted: gets the text so far again and again. */
export interface MountedAnswer {
  update(text: string, done: boolean): void
  unmount(): void
}

/** One way to show an answer while it arrives. */
export interface RenderAdapter {
  readonly name: string
  mount(element: HTMLElement): MountedAnswer
  /** Rewrites the input, outside the clock: another spelling of the product tag. */
  prepare?(text: string): string
}
