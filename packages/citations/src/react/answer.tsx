import {
  type CSSProperties,
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { HighlightCode } from '../code-tokens.ts'
import { type AnswerLabels, defaultAnswerLabels } from '../markdown/labels.ts'
import { productOptions } from '../markdown/render/answer-controls.ts'
import { byNumber } from '../markdown/render/answer-renderer.ts'
import type { Citation, ProductOption, ProductOptions } from '../model.ts'
import { type Given, withDefaults } from '../with-defaults.ts'
import { AnswerSession } from './answer-session.ts'
import classes from './answer.module.css'
import { copyCode } from './copy-code.ts'
import { copyText } from './copy-text.ts'
import { followExplained } from './explained-control.ts'
import { StaticAnswer } from './static-answer.tsx'

export interface AnswerProps {
  /** The text of the answer so far. */
  readonly text: string
  /** The sources; null as long as the list has not arrived, so that markers stay inert. @default null */
  readonly citations?: readonly Citation[] | null | undefined
  /** The options of each product, by the name inside its tag. */
  readonly products?: ProductOptions | undefined
  /** True while more text may arrive. @default false */
  readonly streaming?: boolean | undefined
  /** Called with the numbers of the sources that a pressed marker refers to. */
  readonly onCitation?: ((numbers: number[], element: HTMLElement) => void) | undefined
  /** Called with the options of the product whose pill is pressed. */
  readonly onProduct?:
    | ((name: string, options: readonly ProductOption[], element: HTMLElement) => void)
    | undefined
  /** @default the English texts */
  readonly labels?: Given<AnswerLabels> | undefined
  /** The hosts that images in the text may load from; others are shown as links. @default [] */
  readonly imageHosts?: readonly string[] | undefined
  /** The most lines that a thinking block shows before it scrolls, 1 to 20. @default 5 */
  readonly thinkingLines?: number | undefined
  /** Colours code; called for code blocks that are done, with their language, while the browser is idle. */
  readonly highlight?: HighlightCode | undefined
  readonly className?: string | undefined
}

const NO_PRODUCTS: ProductOptions = {}
const NO_HOSTS: readonly string[] = []

/** Comes with the first control that is hovered or focused. Without it an answer does all the same. */
const AddressHint = lazy(async () => {
  try {
    return { default: (await import('./address-hint.tsx')).AddressHint }
  } catch {
    return { default: () => null }
  }
})

/**
 * Shows an answer while it arrives. What is finished is not touched again; only the open end of the text
 * changes in the document. A server renders the text as it stands, without the tools of code and tables.
 */
export function Answer(props: AnswerProps) {
  const { text, products = NO_PRODUCTS, streaming = false, labels } = props
  const { imageHosts = NO_HOSTS, thinkingLines = 5, highlight, className } = props
  const citations = props.citations ?? undefined
  const root = useRef<HTMLDivElement>(null)
  const session = useRef<AnswerSession>(null)
  const texts = labels === undefined ? defaultAnswerLabels : withDefaults(defaultAnswerLabels, labels)

  const isStatic = useIsStatic()
  // Kept when the text is done: to lay out all of a long answer at once would cost a frame.
  const [isStreamed, setIsStreamed] = useState(streaming)
  if (streaming && !isStreamed) setIsStreamed(true)

  useLayoutEffect(() => {
    if (root.current === null || isStatic) return
    const settings = { labels: texts, imageHosts }
    const state = { text, done: !streaming, citations, products, highlight }
    if (session.current?.fits(settings) !== true) {
      session.current?.clear()
      session.current = new AnswerSession(root.current, settings, state)
    }
    session.current.show(state)
  })

  useLayoutEffect(
    () => () => {
      session.current?.clear()
      session.current = null
    },
    [],
  )

  const explained = useAnswerControls(root, { ...props, products, texts })

  const style: CSSProperties & Record<`--${string}`, number> = { '--org-thinking-lines': thinkingLines }
  return (
    <div
      className={className === undefined ? classes['answer'] : `${classes['answer']} ${className}`}
      style={style}
    >
      <div
        ref={root}
        className={isStreamed ? `${classes['text']} ${classes['streamed']}` : classes['text']}
        aria-busy={streaming}
      >
        {isStatic && (
          <StaticAnswer
            text={text}
            done={!streaming}
            known={{ citations: byNumber(citations), products, labels: texts }}
            imageHosts={imageHosts}
          />
        )}
      </div>
      {explained !== null && (
        <Suspense>
          <AddressHint control={explained.control} citations={citations} onClose={explained.close} />
        </Suspense>
      )}
    </div>
  )
}

/**
 * Handles clicks on the answer's controls and copies of its text. Returns the control with the focus or the pointer, for
 * {@link AddressHint}; null without one.
 */
function useAnswerControls(
  root: RefObject<HTMLElement | null>,
  { onCitation, onProduct, products, texts }: AnswerHandlers,
): { control: HTMLElement; close: () => void } | null {
  const [control, setControl] = useState<HTMLElement | null>(null)
  const press = useEffectEvent((event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (button === null) return
    if (button.classList.contains('org-copy')) void copyCode(button, texts)
    if (button.getAttribute('aria-disabled') === 'true') return
    if (button.dataset['refs'] !== undefined)
      onCitation?.(button.dataset['refs'].split(',').map(Number), button)
    if (button.classList.contains('org-product')) {
      const name = button.textContent
      onProduct?.(name, productOptions(products, name), button)
    }
  })

  useEffect(() => {
    const element = root.current
    if (element === null) return undefined
    const copy = (event: ClipboardEvent) => {
      copyText(event, element)
    }
    element.addEventListener('click', press)
    element.addEventListener('copy', copy)
    const stopFollowing = followExplained(element, setControl)
    return () => {
      stopFollowing()
      element.removeEventListener('click', press)
      element.removeEventListener('copy', copy)
    }
  }, [root])

  return (
    control && {
      control,
      close: () => {
        setControl(null)
      },
    }
  )
}

interface AnswerHandlers extends Pick<AnswerProps, 'onCitation' | 'onProduct'> {
  products: ProductOptions
  texts: AnswerLabels
}

// On a server, and in the browser until what the server has sent is taken over.
function useIsStatic(): boolean {
  return useSyncExternalStore(subscribeToNothing, isStaticInBrowser, isStaticOnServer)
}

// The same functions in every render: React would subscribe anew, in a task of its own for every piece of text.
const subscribeToNothing = () => () => undefined
const isStaticInBrowser = () => false
const isStaticOnServer = () => true
