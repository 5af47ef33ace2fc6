export { reportOrder } from './orders.ts'
export { createPanel } from './panel.ts'
