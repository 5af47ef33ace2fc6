export { useWidget, Widget } from './react/widget.tsx'
export type { WidgetProps } from './react/widget.tsx'
export type { WidgetHandle } from './mount-widget.ts'
export type { SignedVisitor, WidgetEvents, WidgetOptions } from './types.ts'
