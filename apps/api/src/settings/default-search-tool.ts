/** The tool's name, in requests (`tools`) and towards the model, unless the settings name it otherwise. */
export const searchToolName = 'search_knowledge'

/** Purpose of the tool, for people and for the model. */
export const searchToolDescription =
  'Searches the knowledge base of articles and products, and gives the passages that answer a question with their citation numbers.'

/** The JSON schema of the tool's arguments, unless the settings have another one. */
export const searchToolSchema: Record<string, unknown> = {
  type: 'object',
  properties: {
    query: {
      type: 'string',
      description: 'The question in full sentences, in the language of the content.',
    },
    language: {
      type: 'string',
      description: 'ISO 639-1 code of the language in which passages are preferred, such as "en".',
    },
    author: { type: 'string', description: 'Exact name of a publisher, to find its passages alone.' },
  },
  required: ['query'],
  additionalProperties: false,
}
