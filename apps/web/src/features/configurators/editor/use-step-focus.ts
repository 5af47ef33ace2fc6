import { useRef } from 'react'

/** Moves the focus to a step's heading, or to its first invalid field, once the step is rendered. */
export function useStepFocus() {
  const formRef = useRef<HTMLFormElement>(null)
  const stepRef = useRef<HTMLHeadingElement>(null)
  return {
    formRef,
    stepRef,
    focusStep: (): void => {
      requestAnimationFrame(() => stepRef.current?.focus())
    },
    focusInvalidField: (): void => {
      requestAnimationFrame(() => {
        formRef.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
      })
    },
  }
}
