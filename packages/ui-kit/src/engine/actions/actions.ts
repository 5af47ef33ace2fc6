export { AnswerActions } from './answer-actions.tsx'
export { QuestionActions } from './question-actions.tsx'
export { QuestionEditor } from './question-editor.tsx'
