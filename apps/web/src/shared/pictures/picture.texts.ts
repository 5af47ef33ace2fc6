import { texts } from '@org/languages'

/** The texts of a field that takes a picture. */
export const pictureTexts = texts('shell/picture', {
  choose: 'Choose image',
  chooseOf: (field: string) => `Choose image: ${field}`,
  remove: 'Remove',
  removeOf: (field: string) => `Remove: ${field}`,
  current: (field: string) => `${field}, as chosen`,
  hint: (megabytes: number) => `PNG, JPEG, WebP or GIF, up to ${megabytes} MB.`,
  wrongType: 'Choose a PNG, JPEG, WebP or GIF file.',
  tooLarge: (megabytes: number) => `Choose a file of up to ${megabytes} MB.`,
  unreadable: 'The file could not be read. Choose another one.',
})
