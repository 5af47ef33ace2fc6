/** Appearance of a widget where the theme alone decides. */
const appearance: {
  accent: null
  logo: null
  avatar: null
  welcome: ''
  starters: string[]
  position: null
  icon: 'chat'
  label: ''
  radius: null
  font: 'theme'
  language: 'auto'
  greeting: null
} = {
  accent: null,
  logo: null,
  avatar: null,
  welcome: '',
  starters: [],
  position: null,
  icon: 'chat',
  label: '',
  radius: null,
  font: 'theme',
  language: 'auto',
  greeting: null,
}

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
  handover: false,
  clientEdits: ['accent', 'logo', 'avatar', 'welcome', 'starters'],
  appearance,
} as const

/**
 * Header of calls of a widget on a page that previews it. What members of a client and administrators ask there is in no
 * review, gap or statistic. Its cost counts.
 */
export const previewHeader = 'widget-preview'
