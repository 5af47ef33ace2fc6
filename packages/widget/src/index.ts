export { mountWidget } from './mount-widget.ts'
export type { WidgetHandle } from './mount-widget.ts'
export type { SignedVisitor, WidgetEvents, WidgetOptions } from './types.ts'
