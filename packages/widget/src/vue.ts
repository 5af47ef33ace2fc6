export { useWidget } from './vue/use-widget.ts'
export { Widget } from './vue/widget.ts'
export type { WidgetHandle } from './mount-widget.ts'
export type { SignedVisitor, WidgetEvents, WidgetOptions } from './types.ts'
