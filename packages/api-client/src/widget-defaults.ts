/**
 * A widget where nothing is configured: the one source for the server's store, the editor's form, the decoders of this
 * client and the widget's frame.
 */
export const widgetDefaults = {
  title: 'Chat Assistant',
  active: true,
  allowConversations: 'multi',
  forceToolCalls: false,
  widgetTheme: 'ultra',
  allowAttachments: true,
  sidebarCollapsed: true,
  composePlaceholder: 'Ask something. (Shift+Enter for newline)',
  requireDisclaimer: true,
  disclaimerUrl: '/disclaimer',
  affiliateCode: null,
  position: 'bottom-right',
} as const
