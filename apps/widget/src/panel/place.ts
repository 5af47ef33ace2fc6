/** Width in px up to which a viewport is a phone's. The style sheet of the launcher has the same. */
export const phoneWidth = 600

/** Sets the size of the panel in pixels, and the scale of its content: values of the frame, unchecked. */
export function resize({ style }: HTMLElement, scale: unknown, width: unknown, height: unknown): void {
  style.width = `${Number(width)}px`
  style.height = `${Number(height)}px`
  style.setProperty('--scale', `${Number(scale)}`)
}

/** Covers a phone's screen with the panel; without a screen, leaves it in its corner. */
export function place(panel: HTMLElement, screen: VisualViewport | null): void {
  const { style } = panel
  // Clear of the notch and of the bar at the lower edge, which an on-screen keyboard covers.
  style.padding = screen
    ? `env(safe-area-inset-top) env(safe-area-inset-right) max(0px, env(safe-area-inset-bottom) - ${innerHeight - screen.height}px) env(safe-area-inset-left)`
    : ''
  style.inset = screen ? `${screen.offsetTop}px auto auto ${screen.offsetLeft}px` : ''
  panel.ariaModal = `${screen !== null}`
  if (screen) resize(panel, 0, screen.width, screen.height)
}
