import { runningScript } from '../loader/own-document.ts'
import { greet } from './greeting.ts'
import { readGreeting } from './read-greeting.ts'

const script = runningScript()
const options = script && readGreeting(script.dataset)
if (options) greet(options)
