import { useCallback, useState } from 'react'

/**
 * State that the parent may control: with `value` it is controlled, without it the component keeps the
 * value itself, from `defaultValue` on. `onValueChange` is called on every change either way.
 */
export function useControllable<Value>(
  value: Value | undefined,
  defaultValue: Value,
  onValueChange: ((value: Value) => void) | undefined,
): readonly [Value, (value: Value) => void] {
  const [own, setOwn] = useState(defaultValue)
  const change = useCallback(
    (next: Value) => {
      setOwn(next)
      onValueChange?.(next)
    },
    [onValueChange],
  )
  return [value ?? own, change]
}
