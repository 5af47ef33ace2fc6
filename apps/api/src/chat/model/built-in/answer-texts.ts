/** The built-in model's own sentences in one language; everything else in its answers is quoted. */
export interface AnswerTexts {
  /** Said before quotes in English. */
  sourcesInEnglish: string
  uncovered: string
  /** In place of `uncovered` where the asker has chosen authors. */
  uncoveredByAuthors: (authors: readonly string[]) => string
  /** Said before what comes nearest to a number that the sources do not give. */
  noNumberOf: (counted: string) => string
  /** Added to `uncovered` for questions of health. */
  askProfessional: string
  /** The figure that was asked for exists for other people alone. */
  otherPeopleOnly: string
  refused: string
  about: string
  welcome: string
  searchOff: string
  noMore: string
  notSold: string
  service: string
  imageUnread: string
  /** A suggested question about a passage. */
  suggestion: (heading: string) => string
}

const en: AnswerTexts = {
  sourcesInEnglish: '',
  uncovered: 'The knowledge base does not cover this question, so I do not know the answer.',
  uncoveredByAuthors: (authors) =>
    `I found nothing about this in what ${anyOf(authors, 'en')} ${authors.length === 1 ? 'has' : 'have'} published here, so I do not know the answer. With more authors chosen there may be one.`,
  noNumberOf: (counted) => `The knowledge base gives no number of ${counted}. What comes nearest:`,
  askProfessional:
    'A doctor, pharmacist or dietitian can answer it for your situation. If something feels urgent, call your local health line or emergency number.',
  otherPeopleOnly: 'The sources give figures for other groups, and none for the people that you ask about.',
  refused:
    'I answer questions from the articles of this knowledge base, and cannot help with that. What would you like to know about health and wellness?',
  about:
    'I answer questions from the articles of this knowledge base, and give the source of every statement. I know nothing else, and do not replace a doctor. What would you like to know?',
  welcome: 'You are welcome. Ask whenever there is more.',
  searchOff:
    'Searching the knowledge base is switched off for this question, and without it I have nothing to answer from. Switch the tool on and ask again.',
  noMore: 'The knowledge base says no more about this than what I have quoted.',
  notSold: 'The shop does not sell this, as far as its catalogue here shows.',
  service:
    'The knowledge base does not cover orders, shipping, returns, discounts or opening hours. The shop’s own help page or customer service can tell you.',
  imageUnread: 'I read the text of your question only: this model cannot look at images.',
  suggestion: asQuestion,
}

/** Names as the words of a language, joined by its "or". */
function anyOf(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: 'disjunction' }).format(names)
}

/** A heading as a question. */
function asQuestion(heading: string): string {
  const plain = heading.replace(/(?<![.?!])[.?!]+$/u, '')
  if (/^(?:is|are|does|do|can|should|will|may)\b/iu.test(plain)) return `${plain}?`
  const lower = /^\p{Lu}\p{Ll}/u.test(plain) ? plain.slice(0, 1).toLowerCase() + plain.slice(1) : plain
  if (/^(?:how|why|when|who|where|which|what)\b/iu.test(plain)) return `Can you explain ${lower}?`
  return `What do the sources say about “${plain}”?`
}

const es: AnswerTexts = {
  sourcesInEnglish: 'Las fuentes están en inglés; las cito palabra por palabra.',
  uncovered:
    'La base de conocimientos no trata esta pregunta, así que no conozco la respuesta. Las fuentes están en inglés.',
  uncoveredByAuthors: (authors) =>
    `Entre lo publicado aquí por ${anyOf(authors, 'es')} no encontré nada sobre esto, así que no sé la respuesta. Con más autores elegidos puede haberla.`,
  noNumberOf: () => 'La base de conocimientos no da esa cifra. Lo más cercano:',
  askProfessional:
    'Un médico o un farmacéutico puede responderla para tu caso. Si es urgente, llama al número de emergencias de tu zona.',
  otherPeopleOnly:
    'Las fuentes dan cifras para otros grupos, y ninguna para las personas por las que preguntas.',
  refused:
    'Respondo preguntas con los artículos de esta base de conocimientos y no puedo ayudar con eso. ¿Qué te gustaría saber sobre la salud y el bienestar?',
  about:
    'Respondo preguntas con los artículos de esta base de conocimientos y doy la fuente de cada afirmación. No sustituyo a un médico. ¿Qué te gustaría saber?',
  welcome: 'De nada. Pregunta cuando quieras.',
  searchOff:
    'La búsqueda en la base de conocimientos está desactivada para esta pregunta, y sin ella no puedo responder. Actívala y vuelve a preguntar.',
  noMore: 'La base de conocimientos no dice más sobre esto que lo que ya he citado.',
  notSold: 'La tienda no vende esto, según el catálogo que tengo aquí.',
  service:
    'La base de conocimientos no trata los pedidos, los envíos, las devoluciones, los descuentos ni los horarios. El servicio de atención al cliente de la tienda puede ayudarte.',
  imageUnread: 'Solo leo el texto de tu pregunta: este modelo no puede ver imágenes.',
  suggestion: (heading) => `¿Qué dicen las fuentes sobre «${heading}»?`,
}

const de: AnswerTexts = {
  sourcesInEnglish: 'Die Quellen sind auf Englisch; ich zitiere sie im Wortlaut.',
  uncovered:
    'Die Wissensbasis behandelt diese Frage nicht, deshalb kenne ich die Antwort nicht. Die Quellen sind auf Englisch.',
  uncoveredByAuthors: (authors) =>
    `In dem, was hier von ${anyOf(authors, 'de')} veröffentlicht ist, fand ich nichts dazu und weiß die Antwort daher nicht. Mit mehr gewählten Autoren gibt es vielleicht eine.`,
  noNumberOf: () => 'Die Wissensbasis nennt diese Zahl nicht. Am nächsten kommt:',
  askProfessional:
    'Ein Arzt oder eine Apothekerin kann sie für Ihren Fall beantworten. Wenn es dringend ist, rufen Sie den örtlichen Notruf an.',
  otherPeopleOnly:
    'Die Quellen nennen Zahlen für andere Gruppen, aber keine für die Menschen, nach denen Sie fragen.',
  refused:
    'Ich beantworte Fragen aus den Artikeln dieser Wissensbasis und kann dabei nicht helfen. Was möchten Sie über Gesundheit und Wohlbefinden wissen?',
  about:
    'Ich beantworte Fragen aus den Artikeln dieser Wissensbasis und nenne zu jeder Aussage die Quelle. Ich ersetze keinen Arzt. Was möchten Sie wissen?',
  welcome: 'Gern geschehen. Fragen Sie, wenn noch etwas ist.',
  searchOff:
    'Die Suche in der Wissensbasis ist für diese Frage ausgeschaltet, und ohne sie kann ich nicht antworten. Schalten Sie sie ein und fragen Sie noch einmal.',
  noMore: 'Die Wissensbasis sagt darüber nicht mehr als das, was ich zitiert habe.',
  notSold: 'Der Shop verkauft das nach dem Katalog, den ich hier habe, nicht.',
  service:
    'Die Wissensbasis behandelt Bestellungen, Versand, Rückgaben, Rabatte und Öffnungszeiten nicht. Der Kundendienst des Shops kann Ihnen helfen.',
  imageUnread: 'Ich lese nur den Text Ihrer Frage: Dieses Modell kann keine Bilder sehen.',
  suggestion: (heading) => `Was sagen die Quellen über „${heading}“?`,
}

const fr: AnswerTexts = {
  sourcesInEnglish: 'Les sources sont en anglais ; je les cite mot pour mot.',
  uncovered:
    'La base de connaissances ne traite pas cette question, donc je ne connais pas la réponse. Les sources sont en anglais.',
  uncoveredByAuthors: (authors) =>
    `Je n’ai rien trouvé à ce sujet dans les publications de ${anyOf(authors, 'fr')} ici, je ne connais donc pas la réponse. Avec plus d’auteurs choisis, il y en a peut-être une.`,
  noNumberOf: () => 'La base de connaissances ne donne pas ce nombre. Le plus proche :',
  askProfessional:
    'Un médecin ou un pharmacien peut y répondre dans votre cas. Si c’est urgent, appelez le numéro d’urgence de votre région.',
  otherPeopleOnly:
    'Les sources donnent des chiffres pour d’autres groupes, et aucun pour les personnes dont vous parlez.',
  refused:
    'Je réponds aux questions avec les articles de cette base de connaissances et je ne peux pas vous aider pour cela. Que voulez-vous savoir sur la santé et le bien-être ?',
  about:
    'Je réponds aux questions avec les articles de cette base de connaissances et je donne la source de chaque affirmation. Je ne remplace pas un médecin. Que voulez-vous savoir ?',
  welcome: 'Je vous en prie. Posez une question quand vous voulez.',
  searchOff:
    'La recherche dans la base de connaissances est désactivée pour cette question, et je ne peux pas répondre sans elle. Activez-la et posez la question de nouveau.',
  noMore: 'La base de connaissances ne dit pas plus à ce sujet que ce que j’ai cité.',
  notSold: 'La boutique ne vend pas cela, d’après le catalogue que j’ai ici.',
  service:
    'La base de connaissances ne traite pas les commandes, la livraison, les retours, les remises ni les horaires. Le service client de la boutique peut vous aider.',
  imageUnread: 'Je lis seulement le texte de votre question : ce modèle ne peut pas voir les images.',
  suggestion: (heading) => `Que disent les sources sur « ${heading} » ?`,
}

const pt: AnswerTexts = {
  sourcesInEnglish: 'As fontes estão em inglês; cito-as palavra por palavra.',
  uncovered:
    'A base de conhecimento não trata desta pergunta, por isso não sei a resposta. As fontes estão em inglês.',
  uncoveredByAuthors: (authors) =>
    `Não encontrei nada sobre isto no que foi publicado aqui por ${anyOf(authors, 'pt')}, por isso não sei a resposta. Com mais autores escolhidos, talvez haja uma.`,
  noNumberOf: () => 'A base de conhecimento não dá esse número. O mais próximo:',
  askProfessional:
    'Um médico ou farmacêutico pode responder para o seu caso. Se for urgente, ligue para o número de emergência da sua região.',
  otherPeopleOnly: 'As fontes dão números para outros grupos, e nenhum para as pessoas de quem você fala.',
  refused:
    'Respondo a perguntas com os artigos desta base de conhecimento e não posso ajudar com isso. O que você quer saber sobre saúde e bem-estar?',
  about:
    'Respondo a perguntas com os artigos desta base de conhecimento e dou a fonte de cada afirmação. Não substituo um médico. O que você quer saber?',
  welcome: 'De nada. Pergunte quando quiser.',
  searchOff:
    'A pesquisa na base de conhecimento está desligada para esta pergunta, e sem ela não posso responder. Ligue-a e pergunte de novo.',
  noMore: 'A base de conhecimento não diz mais sobre isto do que aquilo que citei.',
  notSold: 'A loja não vende isto, segundo o catálogo que tenho aqui.',
  service:
    'A base de conhecimento não trata de pedidos, envios, devoluções, descontos ou horários. O atendimento da loja pode ajudar.',
  imageUnread: 'Leio apenas o texto da sua pergunta: este modelo não vê imagens.',
  suggestion: (heading) => `O que dizem as fontes sobre “${heading}”?`,
}

const ar: AnswerTexts = {
  sourcesInEnglish: 'المصادر مكتوبة بالإنجليزية، وأنا أقتبس منها حرفيا.',
  uncovered: 'لا تتناول قاعدة المعرفة هذا السؤال، ولذلك لا أعرف الإجابة. المصادر مكتوبة بالإنجليزية.',
  uncoveredByAuthors: (authors) =>
    `لم أجد شيئًا عن هذا فيما نشره ${anyOf(authors, 'ar')} هنا، ولذلك لا أعرف الإجابة. قد تكون هناك إجابة عند اختيار مؤلفين أكثر.`,
  noNumberOf: () => 'لا تذكر قاعدة المعرفة هذا العدد. أقرب ما فيها:',
  askProfessional:
    'يمكن للطبيب أو الصيدلي أن يجيب عنه بحسب حالتك. إذا كان الأمر عاجلا فاتصل برقم الطوارئ المحلي.',
  otherPeopleOnly: 'تذكر المصادر أرقاما لفئات أخرى، ولا تذكر رقما للأشخاص الذين تسأل عنهم.',
  refused:
    'أجيب عن الأسئلة من مقالات قاعدة المعرفة هذه، ولا أستطيع المساعدة في ذلك. ماذا تريد أن تعرف عن الصحة والعافية؟',
  about:
    'أجيب عن الأسئلة من مقالات قاعدة المعرفة هذه، وأذكر مصدر كل معلومة. لا أحل محل الطبيب. ماذا تريد أن تعرف؟',
  welcome: 'على الرحب والسعة. اسأل متى شئت.',
  searchOff: 'البحث في قاعدة المعرفة معطل لهذا السؤال، ولا أستطيع الإجابة من دونه. فعل البحث واسأل مرة أخرى.',
  noMore: 'لا تقول قاعدة المعرفة عن هذا أكثر مما اقتبسته.',
  notSold: 'لا يبيع المتجر هذا المنتج بحسب القائمة المتوفرة لدي.',
  service:
    'لا تتناول قاعدة المعرفة الطلبات أو الشحن أو الإرجاع أو الخصومات أو مواعيد العمل. يمكن لخدمة عملاء المتجر مساعدتك.',
  imageUnread: 'أقرأ نص سؤالك فقط: لا يستطيع هذا النموذج رؤية الصور.',
  // The isolates keep a heading in Latin letters and its marks in order.
  suggestion: (heading) => `ماذا تقول المصادر عن «\u2068${heading}\u2069»؟`,
}

const it: AnswerTexts = {
  ...en,
  sourcesInEnglish: 'Le fonti sono in inglese; le cito parola per parola.',
  uncovered:
    'La base di conoscenza non tratta questa domanda, quindi non conosco la risposta. Le fonti sono in inglese.',
  uncoveredByAuthors: (authors) =>
    `Tra quanto pubblicato qui da ${anyOf(authors, 'it')} non ho trovato nulla in merito, quindi non conosco la risposta. Con più autori scelti potrebbe esserci.`,
  noNumberOf: () => 'La base di conoscenza non indica questo numero. La cosa più vicina:',
  askProfessional:
    'Un medico o un farmacista può rispondere per il tuo caso. Se è urgente, chiama il numero di emergenza locale.',
  refused:
    'Rispondo alle domande con gli articoli di questa base di conoscenza e non posso aiutarti con questo.',
  welcome: 'Prego. Chiedi quando vuoi.',
  suggestion: (heading) => `Che cosa dicono le fonti su «${heading}»?`,
}

const nl: AnswerTexts = {
  ...en,
  sourcesInEnglish: 'De bronnen zijn in het Engels; ik citeer ze woordelijk.',
  uncovered:
    'De kennisbank behandelt deze vraag niet, dus ik weet het antwoord niet. De bronnen zijn in het Engels.',
  uncoveredByAuthors: (authors) =>
    `In wat ${anyOf(authors, 'nl')} hier heeft gepubliceerd vond ik hierover niets, dus ik weet het antwoord niet. Met meer gekozen auteurs is er misschien een.`,
  noNumberOf: () => 'De kennisbank noemt dit aantal niet. Het meest in de buurt komt:',
  askProfessional:
    'Een arts of apotheker kan de vraag voor jouw situatie beantwoorden. Bel bij spoed het plaatselijke alarmnummer.',
  refused: 'Ik beantwoord vragen uit de artikelen van deze kennisbank en kan hier niet mee helpen.',
  welcome: 'Graag gedaan. Vraag gerust verder.',
  suggestion: (heading) => `Wat zeggen de bronnen over “${heading}”?`,
}

const ru: AnswerTexts = {
  ...en,
  sourcesInEnglish: 'Источники на английском языке; я цитирую их дословно.',
  uncovered: 'База знаний не содержит ответа на этот вопрос. Источники на английском языке.',
  uncoveredByAuthors: (authors) =>
    `В опубликованном здесь (${anyOf(authors, 'ru')}) я ничего об этом не нашёл и поэтому не знаю ответа. Если выбрать больше авторов, ответ может найтись.`,
  noNumberOf: () => 'В базе знаний нет этого числа. Ближе всего:',
  askProfessional:
    'Врач или фармацевт может ответить на него с учётом вашей ситуации. В срочном случае звоните в местную службу экстренной помощи.',
  refused: 'Я отвечаю на вопросы по статьям этой базы знаний и не могу помочь с этим.',
  welcome: 'Пожалуйста. Спрашивайте ещё.',
  suggestion: (heading) => `Что говорят источники о «${heading}»?`,
}

const zh: AnswerTexts = {
  ...en,
  sourcesInEnglish: '资料为英文，以下为原文引用。',
  uncovered: '知识库没有涉及这个问题，因此我不知道答案。资料为英文。',
  uncoveredByAuthors: (authors) =>
    `在${anyOf(authors, 'zh')}于此发表的内容中，我没有找到相关信息，因此不知道答案。选择更多作者后也许会有答案。`,
  noNumberOf: () => '知识库没有给出这个数字。最接近的内容：',
  askProfessional: '医生或药剂师可以根据您的情况回答。如有紧急情况，请拨打当地急救电话。',
  refused: '我只根据本知识库的文章回答问题，无法提供这方面的帮助。',
  welcome: '不客气，欢迎继续提问。',
  suggestion: (heading) => `资料中关于“${heading}”怎么说？`,
}

const texts: ReadonlyMap<string, AnswerTexts> = new Map(
  Object.entries({ en, es, de, fr, pt, ar, it, nl, ru, zh }),
)

/** The sentences of a language; in English where it has none. */
export function answerTexts(language: string): AnswerTexts {
  return texts.get(language) ?? en
}
