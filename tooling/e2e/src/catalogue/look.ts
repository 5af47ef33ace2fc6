import type { Page } from 'playwright/test'

/**
 * Returns visual flaws of the displayed story that can be detected without comparing its
 * points, which differ from machine to machine by fonts and by how letters are smoothed.
 */
export function flawsOf(page: Page, isInvisible: boolean): Promise<string[]> {
  return page.evaluate((invisible) => {
    const flaws: string[] = []
    const root = document.documentElement
    const say = (element: Element, flaw: string): void => {
      const text = (element.textContent ?? '').trim().slice(0, 40)
      flaws.push(`${element.tagName.toLowerCase()} “${text}” ${flaw}`)
    }
    const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true })

    if (root.scrollWidth > innerWidth)
      flaws.push(`is ${root.scrollWidth - innerWidth} px wider than the window`)

    const elements = [...document.querySelectorAll<HTMLElement>('main *')].filter(
      (element) => isShown(element) && element.closest('h1') === null,
    )
    const drawn = elements.filter((element) => {
      const { width, height } = element.getBoundingClientRect()
      return width > 1 && height > 1
    })
    if ((drawn.length === 0) !== invisible) flaws.push(invisible ? 'shows something' : 'shows nothing')

    for (const element of drawn) {
      const style = getComputedStyle(element)
      const clips = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip'
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      )
      const isWider = element.scrollWidth > element.clientWidth + 1
      if (hasText && clips(style.overflowX) && isWider && style.textOverflow !== 'ellipsis')
        say(element, 'is cut off at its end')
      if (hasText && clips(style.overflowY) && element.scrollHeight > element.clientHeight + 2)
        say(element, 'is cut off below')
      if (element.matches('dialog[open], [role="menu"], [popover]')) {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
          say(element, 'leaves the window')
      }
      if (element instanceof HTMLImageElement && element.naturalWidth === 0) say(element, 'has no picture')
      if (element instanceof HTMLCanvasElement && isBlank(element)) say(element, 'is blank')
    }
    return flaws

    /** Of a drawing in two dimensions alone: what WebGL has drawn cannot be read afterwards. */
    function isBlank(canvas: HTMLCanvasElement): boolean {
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
      return data !== undefined && !data.some((part) => part !== 0)
    }
  }, isInvisible)
}
