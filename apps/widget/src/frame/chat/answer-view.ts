import '@org/citations/styles.css'

export { Answer } from '@org/citations/react'
