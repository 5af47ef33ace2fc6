export { createTabs } from './tabs/create-tabs.ts'
export type { TabChannel, TabLocks, TabsOptions } from './tabs/create-tabs.ts'
export type { ChatTabs, TabMember } from './tabs/tabs-port.ts'
