import {
  type MaybeRefOrGetter,
  onMounted,
  onUnmounted,
  type ShallowRef,
  shallowRef,
  toValue,
  watch,
} from 'vue'
import { identityOf } from '../follow-options.ts'
import { mountWidget, type WidgetHandle } from '../mount-widget.ts'
import type { WidgetOptions } from '../types.ts'

/**
 * Adds a widget while the component is mounted. Returns its handle, null before that and in a server render. A changed
 * visitor or colour reaches the widget that is there; another change replaces it.
 */
export function useWidget(
  options: MaybeRefOrGetter<WidgetOptions>,
): Readonly<ShallowRef<WidgetHandle | null>> {
  const widget = shallowRef<WidgetHandle | null>(null)
  const current = (): WidgetOptions => toValue(options)
  const mount = (): void => {
    widget.value?.destroy()
    widget.value = mountWidget(current())
  }
  onMounted(() => {
    mount()
    watch(() => identityOf(current()), mount)
    watch(
      () => JSON.stringify(current().user ?? null),
      () => widget.value?.identify(current().user ?? null),
    )
    watch(
      () => current().scheme ?? 'auto',
      (scheme) => widget.value?.setScheme(scheme),
    )
  })
  onUnmounted(() => {
    widget.value?.destroy()
    widget.value = null
  })
  return widget
}
