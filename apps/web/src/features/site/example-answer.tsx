import { aboutTexts } from './about.texts.ts'
import classes from './site.module.css'

const texts = aboutTexts.example

/** A short answer with its sources, as the chat would show it. */
export function ExampleAnswer() {
  return (
    <figure className={classes.example}>
      <p className={classes.question}>{texts.question}</p>
      <div className={classes.answer}>
        <p>
          {texts.answer.map(({ text, source }) => (
            <span key={text}>
              {text}
              <sup className={classes.citation}>{source}</sup>
            </span>
          ))}
          {texts.end}
        </p>
        <h3>{texts.sourcesHeading}</h3>
        <ol>
          {texts.sources.map(({ number, text }) => (
            <li key={number}>{text}</li>
          ))}
        </ol>
      </div>
      <figcaption>{texts.note}</figcaption>
    </figure>
  )
}
