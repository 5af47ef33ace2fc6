// These widgets hold in their bundles what they name as dependencies.
const bundled = new Set([
  '@botpress/webchat',
  '@calcom/embed-core',
  '@n8n/chat',
  '@rocket.chat/livechat',
  '@typebot.io/js',
  'deep-chat',
  'flowise-embed',
])

module.exports = {
  hooks: {
    readPackage: (manifest) => (bundled.has(manifest.name) ? { ...manifest, dependencies: {} } : manifest),
  },
}
