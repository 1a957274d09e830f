/** Common words in error messages. They reveal nothing, so text of the service is shown as far as it consists of them. */
export const knownWords: ReadonlySet<string> = new Set(
  `
  a able about above accept accepted access account action active add added after again ai all allow allowed
  already also an and another answer any api application applied apply archived are array as assign assignable
  assigned assistant assistants at attach attached attempt attempts authentication authorization authorize
  authorized automatic automatically available await awaiting
  back bad balance banned be because been before begin below between billing blacklisted blank block blocked
  body boolean both busy but by
  call called caller calling calls campaign campaigns can cannot card cent change changed character characters
  charge charged check choose chosen cleared client close closed code com compatible complete completed
  compliant configuration configured confirm conflict connect connected connection contact contacts contain
  contained contains content conversation conversations correct could count country create created creation
  credentials credit currency current customer
  data database date day days decimal declared default delete deleted deletion denied depends description detach
  detached did different digits direction disabled disallowed do does dollars done dot down draft duplicate
  duration during
  each either email empty enable enabled encountered end ended endpoint engine english enough entered entity
  entry equal error errors every exactly example exceed exceeded exceeds exception execute executed exist
  existing exists expected expired expression
  fail failed failing failure false far fast fault faults fetch field fields file find finished first folder
  folders for forbidden form format found fraction free from full function funds
  gateway generate generated get give given go gone good greater group
  had has have header headers hello here hold hour hours how html http https
  i id ids if ignored immutable in inactive inbound incompatible inconsistent incorrect independent information
  initial initiated input insufficient integer internal internally invalid invoice is issue it item items its
  jpeg json just
  key keys kind kinds knowledgebase known
  labels lack lacks language large last later lead leads least left length less letter letters level like limit
  limited limits line list listed live llm locked logged login long longer lost low lower lowercase
  made main maintenance make making mandatory manually many match matches max maximal maximum may message
  messages method methods mid min minimal minimum minute minutes missing mode model models modified modify
  moment month more most moved multimodal multiple must mustn
  name named names need needed needs negative never new next no non none not nothing now null number numbers
  numeric
  object objects occupied occur occurred of off offline on once one ongoing online only open operation option
  optional options or order other out outbound outdated over own owned owner
  page paid parameter parameters parse parsed part paused pay payload payment pending per permanent permission
  permissions permitted phone pipeline place places plan please png positive possible post prefix prefixes
  present problem process processed processing prohibited project prompt property provide provided provider put
  queue queued
  range rate reached read ready reason received receiver recently record records refresh refused regarding
  register registered regular reject rejected released remaining remove removed rename renamed repeat replace
  replaced reported reports request requested requests require required requires resend reserved reset resource
  resources respond responding response restricted result results retries retry right role route routes rule
  rules running
  same save saved scheduled schema scope search second seconds secret see select selected send sent server
  service session set setting settings shall short should side sign signature since size skipped slow sms so
  some something sorry space spaces special specified speech speed spelling spoken start started starting starts
  state status still stop stopped storage string strings subscription succeeded success successful successfully
  such suffix summarize support supported suspended switch synthesizer system
  take taken talk task tasks temporarily temporary text than thank thanks that the their them then there these
  they this those time timed timeout times timezone title to today together token tokens tomorrow too took tool
  tools transcriber true truncated try trying turn twice type
  unable unassigned unauthenticated unauthorized unavailable under underscore underscores unexpected unique
  unknown unlimited unprocessable unprocessed unsuccessful unsupported until unused unverified up update updated
  upgrade upgraded upper uppercase url usage use used user users using utc
  valid validate validation value values variable variables verified verify version via violates violation
  visible voice voices
  wait warning was way ways we webhook were what when where whether which while who whole will with within
  without won word words work worked working works would write wrong wrongly www
  year yes yesterday yet you your
  zero zone
  `.match(/\S+/g),
);
