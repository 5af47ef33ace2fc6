export { mountWidget } from './mount-widget.ts'
export type { WidgetHandle } from './mount-widget.ts'
export type { ReportedOrder, SignedVisitor, WidgetEvents, WidgetOptions } from './types.ts'
