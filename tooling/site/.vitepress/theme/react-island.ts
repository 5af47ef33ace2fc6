import { defineComponent, h, onMounted, onUnmounted, ref } from 'vue'

/** The playground, which is React: its code loads with the page that shows it, in the browser. */
export const ReactIsland = defineComponent(() => {
  const element = ref<HTMLElement>()
  let isGone = false
  let unmount = (): void => undefined
  onMounted(async () => {
    const { mountPlayground } = await import('../../src/playground/mount-playground.tsx')
    if (element.value !== undefined && !isGone) unmount = mountPlayground(element.value)
  })
  onUnmounted(() => {
    isGone = true
    unmount()
  })
  return () => h('div', { ref: element, class: 'vp-raw' })
})
