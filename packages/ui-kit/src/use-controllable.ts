import { useCallback, useState } from 'react'

/**
 * A value that its parent may own: with `value` the parent's word counts, without it the component keeps the
 * value itself, from `defaultValue` on. `onValueChange` hears of every change either way.
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
