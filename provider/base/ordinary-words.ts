/**
 * Common words in error messages. If they were masked because a private text contains them too, the messages
 * would be unreadable. A few of these words in a row reveal nothing; longer sequences are masked.
 */
export const ordinaryWords: ReadonlySet<string> = new Set(
  `
  a able about above accept accepted access account action active add added after again all allow allowed already also an
  and another answer any api are array as assigned assistant assistants at attached attempt attempts authentication
  authorization authorized automatic available
  back bad be because been before begin below between blank body boolean both busy but by
  call called caller calling calls campaign campaigns can cannot change changed character characters check choose chosen
  client code com complete completed configuration configured confirm conflict connection contact contacts contain
  contains content correct could count country create created creation current customer
  data database date day days declared default delete deleted denied depends description did different digits direction
  disabled do does done down duplicate duration during
  each either email empty enabled end ended endpoint engine enough entity entry equal error errors every example exceed
  exceeded exceeds exist existing exists expected expired
  fail failed failure false field fields file find finished first for forbidden form format found from full function
  gateway get give given go greater group
  had has have header headers here hour hours how html http https
  id ids if ignored in inactive inbound incorrect information initial input integer internal invalid is issue it item
  items its
  json just
  key keys known
  language large last later lead leads least length less letters level like limit limited limits line list listed llm long
  longer lower lowercase
  made maintenance make making many match matches max maximum may message messages method mid min minimum minute minutes
  missing mode model models moment month more most multimodal must
  name named names need needed needs never new next no none not nothing null number numbers numeric
  object objects of off on once one only open operation option options or order other out outbound over own
  page parameter parameters parsed part payload per permission permissions phone pipeline plan please possible post present
  problem process processed processing prompt property provide provided provider put
  queue
  range rate read ready reason received receiver record records refused regular rejected remove removed repeat request
  requested requests require required requires reserved resource resources response result results retries retry right
  role route routes running
  same save saved schema second seconds secret see select selected send sent server service session set setting settings
  should size so some something sorry speech speed start started state status still stop stopped storage string strings
  success such support supported system
  take taken text than that the their them then there these they this those time timeout times timezone to together token
  too took tool tools try trying type
  unable unauthenticated unauthorized unavailable under unexpected unique unknown unprocessable unsupported until up update
  updated upper uppercase url use used user users using
  valid validate validation value values variable variables version via voice voices
  wait was we webhook were what when where whether which while who will with within without word words would write wrong
  www
  year yes yet you your zero zone
  `.match(/\S+/g),
);
