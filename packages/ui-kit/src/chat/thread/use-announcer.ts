import { useEffect, useRef, type RefObject } from 'react'

/**
 * Tells a screen reader that an answer begins, and the answer once it is whole. Writes to the live region by hand:
 * what is said comes from the page, when the answer stands there.
 */
export function useAnnouncer(
  regionRef: RefObject<HTMLElement | null>,
  contentRef: RefObject<HTMLElement | null>,
  streaming: boolean,
  answering: string,
): void {
  const wasStreaming = useRef(false)

  useEffect(() => {
    const say = (text: string): void => {
      if (regionRef.current !== null) regionRef.current.textContent = text
    }
    if (streaming) say(answering)
    else if (wasStreaming.current) {
      const answers = contentRef.current?.querySelectorAll('[data-from="assistant"] [data-message-text]')
      say(answers?.item(answers.length - 1)?.textContent ?? '')
    }
    wasStreaming.current = streaming
  }, [regionRef, contentRef, streaming, answering])
}
