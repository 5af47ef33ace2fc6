/** A widget under measurement: the page that embeds it, and where it has its files and answers from. */
export interface WidgetPage {
  /** The tags that a site puts in, with `{server}` for the origin of the widget's own server. */
  tags: string
  /** Selector of the launcher; without one the widget is open in the page. */
  launcher?: string
  /** The message box, once it can be used; none where the rest of the widget is no part of the package. */
  input?: string
  /** The package's folder that its server gives out at `/w/`, or at `at`; or what is bundled to stand there. */
  files?: { folder: string; at?: string } | { bundle: string }
  /** True when its server is same-site with the page: its frame needs storage access. */
  sameSite?: true
  /** Responses of its server beyond files, by path prefix. */
  answers?: Readonly<Record<string, unknown>>
}

const typebot = {
  sessionId: 's',
  resultId: 'r',
  typebot: { id: 'demo', version: '6.1', theme: {}, settings: {}, publishedAt: '2026-01-01T00:00:00.000Z' },
  messages: [
    {
      id: 'm',
      type: 'text',
      content: { type: 'richText', richText: [{ type: 'p', children: [{ text: 'Hi' }] }] },
    },
  ],
  input: { id: 'i', type: 'text input', options: { labels: { placeholder: 'Type', button: 'Send' } } },
}

const rocketChat = {
  success: true,
  config: {
    enabled: true,
    online: true,
    theme: { title: 'Chat', color: '#1d74f5', actionLinks: [] },
    settings: { registrationForm: false, displayOfflineForm: true, language: 'en', fileUpload: false },
    messages: {},
    departments: [],
    triggers: [],
    resources: { sound: '' },
    customFields: [],
  },
}

/** Ours, and the peers that come as a package and run without a server of their maker's. */
export const widgetPages = {
  ours: {
    tags: `<script src="{server}/static/embed-loader.js" data-cfg="01990000-0000-7000-8000-000000000001" data-require-disclaimer="false" async></script>`,
    launcher: 'button[aria-controls=panel]',
    input: 'textarea:enabled',
  },
  'deep-chat': {
    tags: `<script type="module" src="{server}/w/deepChat.bundle.js"></script><deep-chat connect='{"url":"{server}/api"}'></deep-chat>`,
    input: '#text-input',
    files: { folder: 'deep-chat/dist' },
  },
  '@typebot.io/js': {
    tags: `<script type="module">import Typebot from '{server}/w/web.js'; Typebot.initBubble({ typebot: 'demo', apiHost: '{server}' })</script>`,
    launcher: '[part=button]',
    input: 'input[type=text]:enabled, textarea:enabled',
    files: { folder: '@typebot.io/js/dist' },
    answers: { '/api/': typebot },
  },
  'flowise-embed': {
    tags: `<script type="module">import Chatbot from '{server}/w/web.js'; Chatbot.init({ chatflowid: 'demo', apiHost: '{server}' })</script>`,
    launcher: 'button[part=button]',
    input: 'textarea:enabled',
    files: { folder: 'flowise-embed/dist' },
    answers: {
      '/api/v1/chatflows-streaming': { isStreaming: false },
      '/api/v1/public-chatbotConfig': {},
      '/api/': [],
    },
  },
  '@botpress/webchat': {
    tags: `<link rel="stylesheet" href="{server}/w/main.css"><script type="module" src="{server}/w/main.js"></script>`,
    launcher: '.bpFabContainer',
    // It stays disabled without its maker’s server.
    input: 'textarea',
    files: { bundle: 'botpress.tsx' },
  },
  '@n8n/chat': {
    tags: `<link rel="stylesheet" href="{server}/w/style.css"><script type="module">import { createChat } from '{server}/w/chat.bundle.es.js'; createChat({ webhookUrl: '{server}/api' })</script>`,
    launcher: '.chat-window-toggle',
    input: '.chat-window textarea:enabled',
    files: { folder: '@n8n/chat/dist' },
    answers: { '/api': { data: [] } },
  },
  '@rocket.chat/livechat': {
    tags: `<script>
      window.RocketChat = function (call) { window.RocketChat._.push(call) }
      window.RocketChat._ = []
      window.RocketChat.url = '{server}/livechat?serverUrl={server}'
    </script><script src="{server}/livechat/rocketchat-livechat.min.js" async></script>`,
    launcher: '[class*="screen__chat-button"]',
    input: '[contenteditable=true], [role=textbox], textarea:enabled',
    files: { folder: '@rocket.chat/livechat/build', at: '/livechat/' },
    sameSite: true,
    answers: {
      '/api/v1/livechat/config': rocketChat,
      '/api/': { success: true, visitor: { token: 't', _id: 'v' } },
    },
  },
  '@calcom/embed-core': {
    tags: `<script>
      window.Cal = Object.assign(function (...call) { Cal.q.push(call) }, { q: [], ns: {}, loaded: true })
      Cal('init', { origin: '{server}' })
      Cal('floatingButton', { calLink: 'me/30min', calOrigin: '{server}' })
    </script><script src="{server}/w/embed.js" async></script>`,
    launcher: 'button',
    files: { folder: '@calcom/embed-core/dist/embed' },
  },
} satisfies Record<string, WidgetPage>

/** One of them. */
export type WidgetId = keyof typeof widgetPages

/** All of them, ours first. */
export const widgetIds = Object.keys(widgetPages) as WidgetId[]

/** All but ours. */
export const peerIds = widgetIds.filter((id) => id !== 'ours')

/** The page of one, as the wider type that the harness asks of all. */
export const pageOf = (id: WidgetId): WidgetPage => widgetPages[id]
