/** Common words in error messages. They reveal nothing, so text of the service is shown as far as it consists of them. */
export const knownWords: ReadonlySet<string> = new Set(
  `
  a able about above accept acceptable accepted access account action active add added address after again ai all
  allow allowed alpha alphanumeric already also an and another answer any api appeared application applied apply
  archived are array as ascii assign assignable assigned assistant assistants at attach attached attempt attempts
  attribute authentication authoritative authorization authorize authorized automatic automatically available await
  awaiting back bad balance banned be because been before begin being below between billing blacklisted blank block
  blocked body boolean both busy but by byte call called caller calling calls campaign campaigns can cannot card
  cent change changed character characters charge charged check choices choose chosen cleared client close closed
  code color column com compatible complete completed compliant configuration configured confirm confirmation
  conflict connect connected connection contact contacts contain contained contains content continue conversation
  conversations converted correct could count country create created creation credentials credit csrf currency
  current customer dashes data database date day days decimal declared declined default delete deleted deletion
  denied dependency depends description detach detached detected did different digits dimensions direction disabled
  disallowed distinct do does dollars done dot down draft duplicate duration during each early either email empty
  enable enabled encoded encountered end ended endpoint engine english enough entered entity entries entry equal
  error errors every exactly example exceed exceeded exceeds exception execute executed exist existing exists
  expectation expected expired expression extended extensions fail failed failing failure false far fast fault
  faults fetch field fields file find finished first folder folders following for forbidden form format found
  fraction free from full function funds gateway generate generated get give given go gone good greater group had
  has have head header headers hello here hexadecimal hints hold hostname hour hours how html http https i id ids if
  ignored image immutable implemented in inactive inbound incompatible inconsistent incorrect independent
  information initial initiated input insufficient integer internal internally into invalid invoice ip ipv4 ipv6 is
  issue it item items its jpeg json just key keys kilobytes kind kinds knowledgebase known labels lack lacks
  language large last later lead leads leak least left legal length less letter letters level like limit limited
  limits line list listed live llm locked logged login long longer loop lost low lower lowercase mac made main
  maintenance make making mandatory manually many mapping match matches max maximal maximum may media message
  messages method methods mid min minimal minimum minute minutes misdirected mismatch missing mixed mode model
  models modified modify moment month more most moved multi multimodal multiple must mustn name named names need
  needed needs negative negotiates network never new next no non none not nothing now null number numbers numeric
  object objects occupied occur occurred of off offline ok on once one ongoing online only open operation option
  optional options or order other out outbound outdated over own owned owner page paid parameter parameters parse
  parsed part partial password patch paused pay payload payment pending per permanent permanently permission
  permissions permitted phone pipeline place places plan please png positive possible post precondition prefix
  prefixes present problem process processed processing prohibited prohibits project prompt property protocols
  provide provided provider proxy put query queue queued range rate reached read ready reason reasons received
  receiver recently record records redirect refresh refused regarding register registered regular reject rejected
  released remaining remove removed rename renamed repeat replace replaced reported reports request requested
  requests require required requires resend reserved reset resource resources respond responding response restricted
  result results retries retry right role route routes row rule rules running same satisfiable save saved scheduled
  schema scope search second seconds secret see select selected send sent server service session set setting
  settings shall short should side sign signature since single size skipped slow slug sms so some something sorry
  space spaces special specified speech speed spelling spoken sql sqlstate start started starting starts state
  status still stop stopped storage string strings subscription succeeded success successful successfully such
  suffix summarize support supported suspended switch switching symbol symbols synthesizer system take taken talk
  task tasks teapot temporarily temporary text than thank thanks that the their them then there these they this
  those time timed timeout times timezone title to today together token tokens tomorrow too took tool tools trace
  transcriber true truncated try trying turn twice type ulid unable unassigned unauthenticated unauthorized
  unavailable under underscore underscores unexpected unique unknown unless unlimited unprocessable unprocessed
  unsuccessful unsupported until unused unverified up update updated upgrade upgraded upload uploaded upper
  uppercase uri url usage use used user users using utc uuid valid validate validation value values variable
  variables variant verified verify version via violates violation visible voice voices wait warning was way ways we
  webhook were what when where whether which while who whole will with within without won word words work worked
  working works would write wrong wrongly www year yes yesterday yet you your zero zone
  `.match(/\S+/g),
);
