import { defineComponent, h } from 'vue'

/** A story of the catalogue, by its id. */
export const StoryFrame = defineComponent({
  props: { story: { type: String, required: true }, title: { type: String, required: true } },
  setup: (props) => () =>
    h('iframe', {
      src: `/catalogue/iframe.html?id=${props.story}&viewMode=story`,
      title: props.title,
      loading: 'lazy',
      style: { inlineSize: '100%', blockSize: '32rem', border: '1px solid var(--vp-c-divider)' },
    }),
})
