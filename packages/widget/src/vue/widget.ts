import { defineComponent, type SetupContext, watch } from 'vue'
import type { WidgetEvents, WidgetOptions } from '../types.ts'
import { useWidget } from './use-widget.ts'

/** Events of the component, by what they carry. */
type Emits = {
  [Name in keyof WidgetEvents]: (detail: WidgetEvents[Name]) => boolean
}

const accept = (): boolean => true
const emits: Emits = {
  ready: accept,
  open: accept,
  close: accept,
  unread: accept,
  message: accept,
  'citation:open': accept,
  'product:click': accept,
  handover: accept,
  error: accept,
}

function setUp(props: WidgetOptions, { emit }: SetupContext<Emits>) {
  // oxlint-disable-next-line react-hooks/rules-of-hooks -- A composable of Vue, which is called once.
  const widget = useWidget(() => ({ ...props }))
  watch(widget, (current) => {
    current?.on('ready', (detail) => emit('ready', detail))
    current?.on('open', (detail) => emit('open', detail))
    current?.on('close', (detail) => emit('close', detail))
    current?.on('unread', (detail) => emit('unread', detail))
    current?.on('message', (detail) => emit('message', detail))
    current?.on('citation:open', (detail) => emit('citation:open', detail))
    current?.on('handover', (detail) => emit('handover', detail))
    current?.on('product:click', (detail) => emit('product:click', detail))
    current?.on('error', (detail) => emit('error', detail))
  })
  return () => null
}

/**
 * A widget in the page while the component is mounted, with the options as props and its events as events of the component.
 * Renders nothing in its place.
 */
export const Widget = defineComponent(setUp, {
  name: 'OrgWidget',
  // Those of a union of words have no constructor.
  props: {
    server: { type: String, required: true },
    cfg: { type: String, required: true },
    id: String,
    theme: null,
    position: null,
    width: Number,
    height: Number,
    open: Boolean,
    label: String,
    look: String,
    hideLauncher: Boolean,
    mobile: null,
    lang: String,
    requireDisclaimer: { type: Boolean, default: true },
    dataLayer: String,
    user: { type: Object, default: null },
    scheme: null,
    nonce: String,
  },
  emits,
})
