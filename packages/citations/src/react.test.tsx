import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import classes from './react/answer.module.css'
import { Answer } from './react.tsx'

const citations = [
  { number: 1, title: 'One', url: 'https://example.org/1' },
  { number: 2, title: 'Two' },
]
const text =
  'Take **it** [1-2].\n\nTry <product>Magnesium</product>.\n\n```ts\nconst a = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'

describe('Answer', () => {
  it('names a citation for screen readers, and says which sources were pressed', async () => {
    const onCitation = vi.fn<(numbers: number[], element: HTMLElement) => void>()
    render(<Answer text={text} citations={citations} onCitation={onCitation} />)
    const button = screen.getByRole('button', { name: 'Source 1: One; Source 2: Two' })
    await userEvent.tab()
    expect(document.activeElement).toBe(button)
    await userEvent.keyboard('{Enter}')
    expect(onCitation).toHaveBeenCalledExactlyOnceWith([1, 2], button)
  })

  it("shows a source's title and address on focus, until Escape", async () => {
    render(<Answer text={text} citations={citations} />)
    await userEvent.tab()
    const hint = await screen.findByRole('tooltip', { hidden: true })
    expect(hint.textContent).toContain('https://example.org/1')
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull()
  })

  it('shows it to a mouse that hovers, and not under a finger, which opens it', async () => {
    render(<Answer text={text} citations={citations} />)
    const button = screen.getByRole('button', { name: 'Source 1: One; Source 2: Two' })
    fireEvent.pointerOver(button, { pointerType: 'touch' })
    expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull()
    fireEvent.pointerOver(button, { pointerType: 'mouse' })
    expect((await screen.findByRole('tooltip', { hidden: true })).textContent).toContain('One')
  })

  it('shows the host of a link, whatever its text says, and gives the other page nothing', async () => {
    render(
      <Answer text="See [https://bank.example](https://bаnk.example/login) or [mail](mailto:a@b.example)." />,
    )
    await userEvent.tab()
    const link = screen.getByRole('link', { name: 'https://bank.example' })
    expect(document.activeElement).toBe(link)
    const hint = await screen.findByRole('tooltip', { hidden: true })
    expect(hint.firstElementChild?.firstElementChild?.textContent).toBe('xn--bnk-6cd.example')
    expect(link.getAttribute('aria-describedby')).toBe(hint.id)
    expect(link.getAttribute('rel')?.split(' ')).toEqual(expect.arrayContaining(['noopener', 'noreferrer']))
    expect(document.querySelector('link')).toBeNull()
    await userEvent.tab()
    expect(link.hasAttribute('aria-describedby')).toBe(false)
    expect(screen.getByRole('tooltip', { hidden: true }).textContent).toBe('mailto:a@b.example')
  })

  it('keeps a citation inert while the list is unknown, and patches it in place', async () => {
    const onCitation = vi.fn<() => void>()
    const view = render(<Answer text={text} streaming onCitation={onCitation} />)
    const button = screen.getByRole('button', { name: 'Source 1; Source 2' })
    await userEvent.click(button)
    expect(onCitation).not.toHaveBeenCalled()
    view.rerender(<Answer text={text} streaming citations={citations} onCitation={onCitation} />)
    expect(screen.getByRole('button', { name: 'Source 1: One; Source 2: Two' })).toBe(button)
    view.rerender(<Answer text={text} streaming citations={[]} onCitation={onCitation} />)
    expect(button.isConnected).toBe(false)
    expect(view.container.textContent).toContain('[1-2].')
    view.rerender(<Answer text={text} streaming citations={citations} onCitation={onCitation} />)
    expect(screen.getByRole('button', { name: 'Source 1: One; Source 2: Two' })).toBeDefined()
  })

  it("'product pills start loading and become active when options are known'", async () => {
    const onProduct = vi.fn<(name: string, options: unknown, element: HTMLElement) => void>()
    const view = render(<Answer text={text} onProduct={onProduct} />)
    const pill = screen.getByRole('button', { name: 'Magnesium' })
    expect(pill.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(pill)
    expect(onProduct).not.toHaveBeenCalled()
    const options = [{ name: 'Mag 200' }]
    view.rerender(<Answer text={text} products={{ Magnesium: options }} onProduct={onProduct} />)
    expect(screen.getByRole('button', { name: 'Magnesium' })).toBe(pill)
    await userEvent.click(pill)
    expect(onProduct).toHaveBeenCalledExactlyOnceWith('Magnesium', options, pill)
  })

  it('copies code and lets tables scroll inside themselves', async () => {
    const user = userEvent.setup()
    render(<Answer text={text} />)
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe('const a = 1\n')
    expect(screen.getByRole('button', { name: 'Copied' })).toBeDefined()
    expect(screen.getByRole('region', { name: 'Table' }).tabIndex).toBe(0)
  })

  it('does not touch finished blocks while the text grows', () => {
    const view = render(<Answer text="" streaming />)
    const root = view.container.querySelector('[aria-busy]')
    const observer = new MutationObserver(() => undefined)
    const touched: Node[] = []
    for (let end = 1; end <= text.length; end += 1) {
      view.rerender(<Answer text={text.slice(0, end)} streaming />)
      touched.push(...observer.takeRecords().map(({ target }) => target))
      const first = root?.children[0]
      if (end !== text.indexOf('Try') + 2 || first === undefined) continue
      observer.observe(first, { subtree: true, childList: true, characterData: true, attributes: true })
    }
    view.rerender(<Answer text={text} />)
    expect([...touched, ...observer.takeRecords()]).toEqual([])
    const whole = render(<Answer text={text} />)
    expect(root?.innerHTML).toBe(whole.container.querySelector('[aria-busy]')?.innerHTML)
  })

  it('lets the browser skip finished blocks of a text that has arrived here, and of no other', () => {
    const view = render(<Answer text="One" />)
    const root = view.container.querySelector('[aria-busy]')
    expect(root?.classList.contains(classes['streamed'] ?? '')).toBe(false)
    view.rerender(<Answer text="One two" streaming />)
    expect(root?.classList.contains(classes['streamed'] ?? '')).toBe(true)
    // Else all of it would be laid out in the frame of the last word.
    view.rerender(<Answer text="One two three" />)
    expect(root?.classList.contains(classes['streamed'] ?? '')).toBe(true)
  })

  it('leaves nothing behind and comes back in strict mode', () => {
    const view = render(<Answer text="Hello" />, { reactStrictMode: true })
    expect(view.container.textContent).toBe('Hello')
    view.unmount()
    expect(view.container.textContent).toBe('')
  })
})
