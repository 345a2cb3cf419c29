/** Made by tools/known-words.mjs: every word that the till's own texts and names have. */
export const knownWords: ReadonlySet<string> = new Set(
  `
a ab abnormal abort abortcontroller aborted abortsignal about aboutanother aboutauthority aboutkey aboutof aboutpart aboutsales above abs absent
absentat absentsale ac accelerator accept acceptchanges accepted accepts access accessby accessibility accesssync account accountof accounts
acknowledge acknowledgealarm acknowledged acknowledgefields acknowledgement acknowledging act acted action activatable activate activepane activity
activityafter actof actor actrow acts actsjournal actsparts actualsize ad adapter adapterof add addbits addbuffer addcontenttypeparser added
addeventlistener addfile addhook adding addissue addnewest addparts addreadstream addrefund address addressed addressee addresses adds addto addup
addupnewest adjustafter administrator adopt adopted adoption adoptoldentries adoptoldjournal advice ae aes afpfs afs after afterletters aftermaybe
afterwards again against age aged agent aggregateerror ago agree agreed agrees al alarm alarmaddsup alarmnotices alarmover alarms alg algorithm
algorithmof algorithms align alike alive all alloc allow allowdowngrade allowed allowedby allowedbyid allowedbymanager allowh allpages allsettled alone
along already alsowhenopen alter altered always among amount amountcents amountentry amountfield amounts amounttext amp an ancestors anchor anchored
anchoring anchoringoptions anchors anchorschema and andthen anew another answer answered answeredat answerfaults answerrow answerrows answers any
anything anyversion apache apart api apikey apikeyof apikeyset app appdata appdir append appendfilesync appimage appimageupdater application applied
apply applyfont applynumberformat applypragmas appmenu appoption appoptions apps appupdateconfigpath appupdater apt arch are area arekeysfor arg args
argument argv aria arm around array arraybuffer arrive arrives arrivesuntil arrivesuntilbywallclock arriveswithinms as asactor aserror aside asidename
asidepath asitwas ask askagainifother asked askedat askedcancel askedms askedpage askedsale askedtowaitms askforcustomer askifquiet asking askonce
askoptions askprogress asks askservice askstoacknowledge asktime assemble assign assignment async asyncgenerator asynciterable asynciterator at
atdisplay atend atms atomics atonce atstart attach attacks attempt attempted attempts attention atthesamemoment attill audio auth authcode authenticate
authorise authorised authorit authority authorization authorized auto autodownload autohidemenubar autoinstallonappquit automatic available await
awaitedby awaits away az ba back background backgroundcolor backgroundlimit backgroundthrottling backoff backon backup bad band bands bank bankrefuses
banks bare base basecachepath basename baseupdater baseurl batch batches batchesof bavail be bearer beat became because becomes beegfs been before
beforeconnection beforenumber beforerecord beforeseq began beganat begin beginning beginpass begins begintally begun begunat begunby begunsof behind
being believed believedskewms belong belongs belongsto below beside besideothers best between beyj beyond bg bh bi big bigint bit bitof bits bitsof
bitswanted blank blob block blocked blockof blocks body bodybytes bodylimit bodyof bodytimeout bodytimeouterror bodytimeoutms bold boolean border
borderid borders both bothkinds bottom bottomleft bounds box bpin br braces branch break breaks breathe bridge brief brieffiles bring broke broken
brokenoff browser browserwindow bsize bucket budget buffer buildconnector buildfromtemplate bulk bulkid bulkidfield bulkidsetting bus business busy but
buttons by bykey bymanager bynumber byof byperson byreference byte bytelength byteoffset byteordermark bytes bytesof bytesread bytime bywall ca cable
cache cached calculatejwkthumbprint calendar calibri call callback callbackbody callbackerror callbacklistener callbacknotices callbackoptions
callbackpaths callbackreceiver callbacks callbackurl called caller callerof callname calloptions calls came cameout camera cameup can canadd cancel
cancelandacknowledge cancelanswered cancelby cancelclear canceldue canceled cancelforget cancell cancellable cancellation cancelled cancelledcount
cancellimit cancelling cancelnext cancelnow cancelpayment cancelretry cancels canceltimer candidate candidates cannot canparse canread cantopen cap
care carried carriedover carries carry case cashier catch catching catchingup caught cause causes cc ce ceil cell cellstylexfs celltext cellxfs cellxml
cent center centos cents ceph cert certain certificate certificateof certificates certifies ch chain chainfaults chainhash challenge change changed
changedat changedfields changes changesof changing character characters charactersfrom charcodeat charge charged chargedat chargedby chargedelsewhere
chargedhere chargedwhere charges chargewith charset check checkage checkatstart checkclaims checkclock checkcopy checkdatafolder checkdigits checked
checkedcall checkeditem checkedvalue checkevents checkfile checkfits checkforupdates checkfully checkid checkids checking checkmend checkout
checkpicture checkpoint checkreport checkresult checks checkscalls checkseal checkshape checksignature checkspart checksparts checkstate checksum
checksview checkthumbprint child chmodsync choice choices choose choosedisplay choosefile chooserelease choosetill chosen chrome chromium
chromiumlicences chunk chunks cifs circumstances cjs claim claimprefix claims class classification clean cleanenvironment cleanly clear clearalarm
cleared clearedat clearprovisioningalarm clears clearsproblem cleartimeout click client clientsettings clipboard clock clocks clocksdifferms clocktext
clockwords clockwrong close closebeforequit closed closedasnotmade closedat closedby closedfiles closedisplay closedshift closedshifts closedshiftview
closeduntil closedwhy closehandle closepath closes closesync closetoothers closetree closing cloud cloudat cloudflare cloudof cloudstorage clz coalesce
coda code codein codeof codepointat codes col colon color cols column columns columntype come comes comfortfields comma command commandline
commandorcontrol commandrun commit common commonfields compactdecrypt compactencrypt compactverify companion companions compare compared comparedof
comparejournal compareversions comparing complain complete compose compression compressionlevel concat concluded configpath configure confirm confirmed
confirmpaid confirms conflict connect connectas connectcode connecting connection connectionoptions connections connector connectorparts
connecttimeouterror connecttimeoutms console consolesink const constant constants constructor constructorparameters content contents contentsid
contentstext contenttype context contextbridge contextisolation contextof continue continued contract contradict control controller coordinate copied
copies copy copychecked copyfile copyfilesync copyof copytext core correct corrected correction correctioncount corrections correlation corrupt cost
could count countaminute countdown counted countedagainst countedguess countedtries counter counterdraft countername counternow counters countersave
countersettings counterview counting countopen countopenlookup countrefund country counts countsale countsbyday countslowly countstart covered cr crash
crashed crashes crashpage crashpagepath crashpagestate crashwatch crashwatchparts create createacts createchecks createconnection createconnections
createconnector createcustomerscenes created createdat creatededuplicator createecdh createexchange createexports createfailurebudget createfilecheck
createfilesprivately createhash createhmac createinstaller createissuedreceipts createissuerwatch createjournalfolders createjwkscache createjwksfile
createlanguages createleaving createlicences createlog createmanagersession createnotices createpagepulse createpagewriter createpayment
createpaymentapi createpaymentservice createpool createprinting createprovisioning createpublickey createreachability createreadstream
createreconciliation createreconciliationapi createrefund createrefundapi createrefunds createrefundwatch createrefusallog createreplayguard
createsales createsecurecontext createserver createserviceverifier createsettingseditions createsettingssaver createsigner createsnapshots
createspecdeviations createstaticqr createsupportpack createtally createterminaltrust createtill createtimequestion createtrust createundicitransport
createupdates createverifier createwritestream creating creation creationarriveswithinms creationcontext creationdate creationresponse credential
credentials creditor crit criteria critical criticalmembers cross crv crypto cryptokey css csv csvoptions cty curlftpfs currency current
currentactivity cursor cursorof curves custom customer customerleft customersayspaid customerscenes customerscenesparts customerverdict customwidth cut
cutoff cy cz da damage damaged damagefound darwin data database databaseoptions databasesync datafolder dataof date dated dateof datetime
datetimeformat davfs day dayafter dayfield dayfigures dayof dayrange days daystart daysums daytext dbus dc dd de debian debtor debtoriban debtorname
debtorrefundiban debtorsof debug decide decided decimal decimals decimalsign decision declarescheme declined decode decoded decodeprotectedheader
decodeuricomponent decrypt decryptwithpassphrase deduplicator deepest deeplink default defaultpath defaultsession defensive defer defined defuse
defused delete deletepassword deliver denied deny depth der derive derivekey desc describe described description descriptionfield descriptions desktop
destroy destroyed detached detail details dev deviation deviations device devicename diagnosed diagnosedsale diagnosedtill diagnosis diagnosiscalls
diagnosishandlers diagnosisparts diagnosistext diagonal dialfor dialog dials did differ difference differencecount differenceof differences
differencesof different differing differs digest digestof digit digits dir direct dirname disable disablewebinstaller disallowcomments discard
discarddraft discriminatedunion disk diskfull dismiss dismissed dispatcher display displaybounds displayclosed displaycounterview displaycrashpage
displayname displayopen displayplace displays displayshows displaysnapshot displaystanding displaystate displaystep distance distancetext distinct div
dj dk dnf dns do doctype document documents does doing done doubt doubtful doubts down download downloading downloadupdate dp dq draft draftof drain
drawing drawn drawnsheet drew drift drive drives drop dropbox dropped droppedact dropvalue dropvanished dt due duein duewrite duplicate durable eacces
each eachday eaddrinuse eaddrnotavail eai earlier earlierdata earlierof earliest earliestof early earlycancel ebusy ec ecdh econnrefused econnreset ed
edge edges edit editedpeople editions editmenu edquot ee eexist efbig effect effectof effects eg ehostdown ehostunreach einval eio eisdir either
electron eligible eloop else elsewhere em embedded empty emptytally en enametoolong enc encode encoded encodeuricomponent encoding encrypt encrypted
encryptforpassphrase end endacts endanyway endcommand enddate ended endedat endedfor endedforhanging endedpayment endedrefunds endedsale endedsales
endhung endhunglater ending endings endof endoftext endofwhatcanberead endprocess ends endsapp endsitself endstage endstart endswith enetdown
enetunreach engine enoent enospc enotdir enotfound enough enter enteragain entities entries entry enum enumerate env envelope environment environmentof
enxio eperm epipe epoch equals equiv erofs err errcode errno errnoexception errnoof error errorbody errorcode errorcodes errors errorsofissue errorview
es escaped estimate etc etimedout etxtbsy eur euro euros even event eventbody eventemitter eventlines eventname eventof eventofanswer eventoffailure
eventrow events eventsafter eventsbetween eventsof eventstream ever every everychangedfield everyfile everyone everytransaction eviction exact exceeded
excerptof exchange exchangeoptions excl exclude excluded exclusive exe exec execfilesync execpath exists existssync exit exitcode expected
expectedpaths expectemptyorjson expire expireat expired expiredcount expires expiresat expiresin expiry explain explainact explained explainrefund
export exportatcommandline exportby exportcalls exportcommand exportdisk exportdraft exported exportenvironment exporterror exportformat exporthandlers
exporting exportjob exportkind exportonly exportoptions exportoutcome exportparts exportplace exportprogress exportrequest exportrow exportrun exports
exportsource exportsparts exporttable exportwords exposeinmainworld ext extend extended extends extension extensions extname extra extract extras eyj
fa fact factor facts failed failedat failedbefore failedcount failednotice failedwith failure failurebudget failurecode failures failuresperminute fall
false families family far fastify fastifyinstance fastifyreply fastifyrequest fatal fault faultcode faultof faults fchmodsync fedora feeding feff
fetchanew fetched fetchedat fetches fetching fetchkeys fetchnodictionaries fetchpage fewer fewest ff ffc fffd ffffff fi field fielderror fielderrorcode
fielderrorcodes fielderrorsof fieldof fields figures figurescalls figureshandlers figuresjournal figuresoptions figuresstate figuresstates file
filefault filefor filehandle filekind filemenu filename filepath filepaths files filesink filesinkoptions filetochoose filetoopen fill filled fillid
fills fillscreen filter filtered filters final finally find findcreated findelsewhere findindex finding findjsonsyntaxerror findlast findlines
findrecord findsales finish finisheddraft finishpiece finishreplacement firewall firm firmfiles first firstat firstcounter firstdropped firstidle
firstms firstof firstpass firstprinting firstrecord firststate firstthatleads firstupdates firstword fit fitpath fits fitting fk flags flat flatmap
flatten flattenedsign flattenedverify floor flush flushorthrow fo focus focusonnavigation focustill fold folded folder folderdisk folderfacts folderfor
folders foldrefund foldsale follow followed followedsale followending follower followercontext followers followerset following follows font fontid
fonts for forbidden forbids forbidswriting force forcecloseconnections forced forcefullycrashrenderer foreign foreignoptions foreignto forget
forgetbefore forgetlookups forgive forgiven forgivenat forgotten forgottenat form format formatcode formatof formatted formof forms forsave found
foundelsewhere foundline foundown fr fragment frame frameworkerrors free freerefund fresh from fromcharcode fromcodepoint fromentries fromseq
fromsqlite front frozen fs fstatsync fsyncsync ftp ftruncatesync full fullfsync fullscreen function furthest fuse fuseblk future gap gateway gathering
gave gb gcm gcsfuse ge generated generatedpages generatekeypairsync generation generator genuine geolocation get getalldisplays getbounds
getcacertificates getdate getfullyear gethours getlatestversion getminutes getmonth getname getownpropertydescriptor getpassword getpath
getprimarydisplay getprintersasync getpublickey gets gettime gettimezoneoffset geturl getutcdate getutcday getversion getzoomlevel gi give given
givenkeys givensettings givenup gives giveup giveway gl globalthis glusterfs gmt gnome go goback gobackandend gobackparts gobackto goes goeson gone
goneback goofys google got gpu gr grace gram grams gray ground group groupby groups gt gu guard guardcontents guardsession guardwebcontents guess
guesses gvfsd h1 h2 had hadkeyboard half hand handed handedover handedtext handle handlecalls handler handlerparts handlers handlersof handling
handshake happen happened happenedat haproxy has hasany hasbits haschanged hascheckdigits hascompanions hasended hash hashpin hasmore hasnewdeeplink
hasorphans hasown hasownschema hassecretservice have head header headerof headers headersms headersof headersoverflowerror headerstimeout
headerstimeouterror headerstimeoutms heading headings headof health heard heardat heardfrom height heightmm held heldbytes heldforms heldms heldrecord
heldrefunds heldsales here hex hexdigit hh hid hide hideothers high highwatermark hijack hindrance history historyof historystep historywhat hn hold
holding holds home homedir homes host hosted hostname hour hourcycle hours hoursof how hpe hr href hs html http httpdate httpexecutor httpparsererror
httprequest httpresponse https httpsocket httpsurlfield hu hung hurried hurry iat iban ibans icloud iclouddrive id idat idempotency idempotencykey
idempotencykeyfields identified identifier identifycallbackurl identity idle idledraft idlesettings idlesince ids idsin idsof ie if ignore il image img
immediate implements import importbyreference importcontext importdue imported importjwk importkey importothertillsrefunds importownpayments
importpayment imul in inaday inch includes incomplete inday index indexed indexes indexesaddup indexof indoubt infer infinity info inforce infours
initialization injournal inlinestr inner ino inparts input inquarter inrequest insert inside insist install installatend installation installed
installedon installer installerparts installimage installing installkind installs instance instanceof instant instead instore instr insufficient int
integer integrity integrityreport intent interface internal interrupted interruptible interruptiblewait interval intheway intl into inturn inuse
invalid invalidates invoice invoke ioerr ip ipc ipccheckparts ipchandlers ipcmain ipcmaininvokeevent ipcrenderer iq is isabout isaboutanotherrefund
isaboutcredentials isabsent isabsolute isacknowledgedue isactive isadminrightsrequired isafter isalive isanchored isanswerrequired isanswerwanted
isarray isasking isawaited isbefore isbehind isbeingcancelled isbusy iscallname iscancellable isclosed isconsistent iscorrected iscounted iscountedopen
iscovered iscrashed iscut isdamage isdate isday isdebugged isdeepstrictequal isdestroyed isdevtoolsopened isdirectory isdone isdoubted isdurable
iselsewhere isempty isemptyat isend isendedbyanothertill isevensince isfielderrorcode isfile isfilling isfinal isfinite isfirst isfocused isforbidden
isforeign isformanager isforother isforwhostandsthere isfree isfresh isfullscreen isgiven isgoneorlink isheld ishere ishome ishttpsorloopback isiban
isid isidle isindoubt isinside isinvalidatedbycharge isissue isknown islast islater isleavable islevelenabled islinked islookupdue ismac ismadein
ismainframe ismanager ismaximized isminimized ismissed ismissing isnan isnew isnews iso isobject isofcounteralone isofdays isoff isofsqlite
isofterminal isolated isold isolder isopenat isopened isotherapikey isothertills isotime isours isoutdated isover isowed isown isownpage ispackaged
ispaidafterall ispaidhere ispair isparked isperhaps ispicturename isplain isplaindrawing ispng isprompt isrecent isrecordfault isrecordgone isrefund
isrefundend isrefusal isrefused isremote isrsa iss issameaccount issamemac issealed issealedalike isseen isselling issendputoff issepa isset
issettledby isshort isshortofspace isshown issocket issomething issound isspent issuccessor issue issued issuedat issuer issuernotice issuernoticeid
issuerof issuers issuerseen issuerwatch issues issuesof isswitch istakebacktold istakenback isthere isthismachine isthistills istimeunknown istimeup
istoldof istoofar istoomany istransaction isunderway isunproven isupdateavailable isurgent isuseless isutf isversion iswanted iswatched iswellformed
iswhole iswholelist iswithin iswithinfolder iswithinword iswoken isword iswrong it item itembytes items itemsof iterable iterate iterations iterator
its itself javascript jitter jo job join joined jose joseerror journal journalact journalamount journalathand journalbegun journalcare journalcents
journalcentsof journalevent journalfile journalfolder journalfolderparts journalfolders journalhandlers journalhealth journalid journalkinds
journalmode journalnotices journalopened journaloptions journalpart journalrefundevent journals journalsaleevent journalseal journalshift
journaltomatch jpeg jpg js json jsonc jsonl jsonlines jsonname jsonorundefined jsonpart jti jwe jwedecryptionfailed jwk jwks jwkscache jwkscacheoptions
jwksseal jwksstorage jwksurl jws keep keepall keepanchor keepawake keeper keepforreceipt keepin keeping keeplast keepmadeafterall keepnotes keeponly
keeponscreens keeppictures keeprecord keeprunning keeps keepstuck kept keptkeys keptrelease keptreleases keptwindows key keyagems keycertificate
keychain keychainanswered keychaincommand keychainlibrary keychainmachine keychainparts keychainstate keychainstateof keyfor keyid keyin keylastsms
keymanagementalgorithms keyname keyof keyring keys keysafter keysfile keysfor keysforaccount keysof keysseal keystore keytar kib kid kill killed kind
kindof kindofmissing kinds kindsof know known knownat knownpaymentstatus knownsale knows kty kw kwallet kz label lacking lacks lackwords laid lang
language languageatstart languagein languages large larger largest largestbytes last lastat lastfault lastid lastindex lastindexof lastlookat lastof
lastpaid lasts lastsaleat lastshift lastsms lasttry lastwrongat late latecancel later latest latin launch launcher lb lc lead learn learned
learnofothers least leavable leavablein leaveall leavenothing leaves leaving leavinghandlers leavingparts leavingquestion left leftbehind leftbehindin
leftin leftms leftopen length lengthadjust lengths lengthwithoutposid less let letter level levelledlog levels li library libsecret licence licences
licenses lies lifecycle lifetimems lifetimeof like limit limiter limiters limitfunction limitof limits limittill line lineend linelevel lines
linesabout linesbefore linesof linespage lineswanted link links linux list listed listedcents listedpayments listedrefund listedrefunds listedsofar
listedstate listen listener listeners listening listens listpage lists listsunpaid literal live livestate load loader loading loadkeytar loadpage
loadparts loadplainpage loadurl local localappdata localdatafolder localdays locale localfolder localhost lock locked locking log logfields logfile
logfiles logfolder logger login loglevel loglevelparts loglevels logline loglines logo logparts logplace logrow logs logscalls logshandlers logsink
long longer longest longestms look looked looking looklater looknow looks looksencrypted lookslikeone lookup lookupcontext lookupparts lookuppayments
lookupresult loopback looseobject lost lostof lostpayments lostpaymentsview lostrecord low lower lowered lru lrucache lt lu lustre lv ly mac machine
machines macmenus macof macofcounts macoffield macofkeys macos macupdater macwindowmenu made madeafterall madeat madefrom madeschema magic main
mainframe make makedraft makeroom makesigningkey malformed manage manager managerpin managers managersalone managersession managersof managing many map
mapped margin margins mark marked markof marks maskaccountnumbers maskdigits masked maskedexcerpt maskediban maskedid maskedtext masks match matchall
matchcolumn matchcolumns matchcriteria matched matches matchestable matchknown matchlisted matchpayment matchrefund matchstate matchunlisted
matchwithservice math max maxbytes maxconnections maximize maximized maximum maxmem maxpbes maxretries maxsize may maybe maybeacted maybeours
mayclosetill mayend mayhaveacknowledged mayhaveacted mayhavebeenmade mayhelp mayhold maynotclose mayrepeat maystandstill mc md me meanwhile measure
measured media megabyte megabytes megasync member membername members membersof membertext memory memorykeychain memoryprojections memoryusage mend menu
menuacts menutemplate merchant merchantid merchantname message messageboxoptions messages meta method metrics mib microns microphone middle migrate
migrations millimetres min mine minheight minimize minimum minute minutes minversion minwidth mismatch mismatched misplaced misplacedevent miss missed
missing mixed mk mkdir mkdirsync mkdtempsync mm mn mobile mode modes modulus moduluslength moment monday money monotonic month more most mostbytes
mount mounted mountinfo mountof mountoflinux mountofmac mounts move moved movedcents moveto movetop moving mp mpeg mr ms msg mt mtime mtimens mu much
must mustbelisted muted my name nameandrole namebefore named namedcurve namedin nameof names namesin namesof namesrecord nan native nativewords
navigate navigated navigateondragdrop navigation nbsp ncpfs ndjson near needed neededmanager needs needsnorecord needsperson needspin negative neither
net network networkdrive networkof networkreturned never new newer newest newestblock newestcodes newestfirst newestpaidout newestrefund newestrefunds
newestrelease newestseen newpin news next nextapikey nextcloud nextkey nextlook nextlookupat nextpage nextpiece nextreference nextrequest nextshift
nextsteps nextturn nfc nfkc nfs nginx ni nl nlink no nobody nocancel node nodeintegration nodejs nofollow nonblock nonce none nonnegative nonnullable
nopayments nopermission nor norecord norefunds normal normalize nosale nosandbox nosendbefore nosniff not notadb notanerror notbefore notcounted
notcountedwhy note notealarm noted notedexport notedexportsparts notedsave noteexport notended nothing nothingheard nothinglost notice noticedstatus
notices noticesofevents notinstalled notkept notlisted notmanager notopenedcode nottaken now nowhere nowritebefore nrt nsisupdater null nullable
nullish number numberat numberformat numberof numbers numeric numfmt numfmtid numfmts oaep obeyed obeyretryafter obeyretryafterofwrite object
objectmode objectof observe ocamlfuse odd of off offcents offershredding office officedocument offline offset offsetms ofmatches ofpayment ofpayouts
often ofthiskey ofthisweek ofwrites ogg ok okp old oldentries oldentriesparts older oldest oldestoutstanding om omit omitabsent on onabort onarraybegin
onarrayend onback onbeforerequest onbehind onbroken oncallback oncancelaccepted oncancelasked oncancelchecked once onchange onchildend onclose onclosed
oncreated ondamage ondisk ondisplay one oneatatime onedrive onedrivecommercial onedriveconsumer onedriver onelsewhere onend oneof onerelease onerror
ones onevent onflushed onhealth onheld onhung online only onmismatch onobjectbegin onobjectend onorphanchecked onprint onprogress onquit onrequest
onresponse onsameend onscreen onsecondstart onseen onseenafterend ontillevent onunanchored onwake onwindow onwritten oom open openagain opencount
opencounts opendamaged opendialogoptions opendisplay opened opener openerror openeventstream openexternal openfile openin opening openinghours openitem
openjournal openjournalordisconnect openjournaltable openkeptreleases openkeychain openlive openliveoptions openlog openloglevel openlookups
openoutside openpages openpayment openpayoutstable openpayoutstore openpictures openrecordstream openrefund openrefunds opens opensale opensales
openserver opensettings openshell openskey openson openssl openstore opensupportparts opensuse opensync opentable opentally opentill opentillnotices
opentilloptions opentraining openupdatememory openupdates openupdateserver openwindows openxmlformats operation operations ops option optional
optionaltext options optionsof optionvalue or order ordered org origin originof origins originwith orphan os osrelease oth other otherdays otherjournal
otherjournals others otherssignin othertills otherversion our ours out outcome outcomeof outdated outdir output outputstream outside outstanding over
overlap override overtaken overview overwritten owed owedacts owedinfile owedinmemory owedto own owncloud owner ownerof ownheld ownid ownms
ownreference ownschema owntill ozone p paced pack package packaged packcalls packets packhandlers packid packpart packpartview pacman padding padstart
page pageacts paged pageend pagefacts pagefaults pageitems pageof pagepulse pageread pages pagesize pageurl pagewatch pagewriter pagewriterparts paid
paidat paidcount paidout paidsales pair pane paper papercalls paperhandlers papersize parameters params parent parked parkedended parkedsales parse
parseas parsecommandline parsed parseevent parseiban parseint parser parsereport parsesigningkey part partial participant partly partmade partname
parts partsafter pass passed passedover passphrase password past paste pasted pastedkey pastof path pathclaim pathclaimprefix pathname pathof paths
pathsystem pathtext patience patiencems patient pattern patternfill patterntype pause pausems pauses pausesafter pay payer payeriban payername
payerpage payers payload payloadof payment paymentamount paymentapi paymentchannel paymentchannels paymentcolumn paymentcolumns paymentcount
paymentfields paymentfilter paymentid paymentidfields paymentlookup paymentmatch paymentof paymentofrefund paymentpolling paymentprofileid
paymentrequest paymentresponse paymentrow payments paymentscalls paymentservice paymentshandlers paymentspage paymentsresponse paymentstable
paymentstanding paymentstatus paymentstatuses paymentswanted paymenttallies paymentview payout payoutamount payoutcents payoutcolumn payoutcolumns
payoutcount payoutcurrency payoutdate payoutfields payoutid payoutnumber payoutof payoutpage payoutpayments payoutrefunds payouts payoutscalls
payoutsfields payoutshandlers payoutsoverview payoutspage payoutsresponse payoutstable payoutstatus payoutstatuses payoutstore payoutview pbes pbkdf
pcloud pclouddrive pdf pdfoptionsof pending people peoplecalls peopleedit peoplehandlers peopletotals peopleversion peopleview peoplewith per percent
performance perminute permission permissions permitted person personchange persondraft personnamefield personof persontotals personview personwithpin
pick picks picture picturefield picturefor pictures picturesfolder picturesof picturetokeep pid piece pieces piecesof pin pinact pinerror pinfield
pinlocked pinmatches pino pinrequired pins pinset pipe pipeline pipelining pk pl place placeafter placedisplay placedrefund placefor placeinrollout
placeof places placesarekept placetill plain plainaddress plainsheet plaintext plainurl plandays planfilling platform platforms play plimit plus png
point policy poll polling polllongestms pollpauses polls pollschedule pollshortestms pool poolof pools pop port portal pos poscode poscodeview posid
posidfield posidin posidof position positive posix post power powermonitor powersaveblocker pragma pragmas pre predecessor predecessorof prefault
prefercsspagesize prefetch prefix preload prepare prepareapp preparecharge preparecommand prepared preparepayment preparerefund preparestaticqr
preparetask preparing preprod present presentkeys presentterminal preserve prettifyerror prev prevent preventdefault prevhash primary prime print
printable printbackground printed printer printers printing printingdraft printingsettings printoutcome prints printtopdf printtopdfoptions printwish
private privatekey privateplaces privileges probe probes probeservice problem problems problemwords proc process processenv prod product products
profile profileid program progress progressof project projectall projection projectionfaults projections projectionsreadable projectionstate
projectiontables promise promises prompt proof proofneeded properties property propertykey protected protectedheader protocol prove proven provenevents
provided provider provision provisioned provisionfile provisioning provisioningalarm provisioninganswer provisioningchange provisioningchanges
provisioningfield provisioningfile provisioningnotices provisioningonstart provisioningparts provisioningquestion provisioningresult proxies proxy
proxyfault proxyroutes ps psn pt public publichalf publicjwk publickey published pulled pulse pulseparts push put putfielderrors putlisted putofflookup
putotherjournal putpayout putrefund putsale putseen putshift putstartedversionnotices putstartnotices putuncaughterrornotice putunlisted
putunlistedrefund putunlistedsale putvalue px qa qi qr qrcode quarter query queryof queryofpage question quick quickamounts quiet quietfor quietms quit
quitandinstall quot quote quoted race raise raised ran random randombytes randomuuid range rangeof rangequery ranges rank ranks rate ratelimiter
ratelimiters raw rawbodies rawline rclone rdonly reachability reachabilityfeed reached read readable readabledisk readall readclipboard readclocks
readdirsync reader readexportwords readfigures readfile readfilesync readhandedfile reading readint readline readnow readone readonly readonlymap
readonlyset readorabsent readowed readpage readpayment readprovisioning readrecord readrefund readrefundiban readrelease readrow reads readsecondstart
readsettings readsigningkey readsince readsupportkey readsync readterminalfile readtext readtrust readuint readuintbe readwhole readwithinms ready
readypack real realfolder realpath realpathsync rearrange reason reasonfield reasons rebuild rebuildifwrong rebuilding rebuilt receipt receiptaddress
receiptlanguages receiptname receiptof receipts receipturl receipturlfield receive receivecallbacks received receiver recent reconcile reconciliation
reconciliationapi reconciliationissuer reconciliationlists reconciliationparts record recordaccount recordcalls recorded recordedact recordedevent
recordhandlers recordkind recordkindof recordof recordpage recordplace recordrow records recordstream recordtaken recordwanted recover recovered
recoverednotice recovery recoveryoutcome recoveryview rect rectangle recursive redact redacted redactedjson redactedtext redirect redirected redo
reduce reference referencefield referenceform referenceof referencepattern referencepatternfield references referrer refers refill refilled refine
refinementctx reflect refresh refund refundable refundableof refundablewithoutmanager refundablewithoutpin refundapi refundask refundatstart
refundbefore refundbegun refundcolumn refundcolumns refundcount refunddecision refunddoubt refunddraft refunded refundedcount refundedof refundevent
refundfields refundfollower refundfollowercontext refundhandlers refundiban refundibans refundibansof refundibansoptions refundid refundidsfields
refunding refundkey refundkeyhours refundkeys refundlimit refundlive refundmade refundof refundpinabove refundpinwhy refundrecord refundrequest
refundresponse refundrow refunds refundsaddup refundsbefore refundsbetween refundscene refundschedule refundsettling refundsof refundsoptions
refundspage refundspath refundsresponse refundstable refundstage refundstanding refundstandingof refundstatuses refundtallies refundtimefold
refundtimes refundview refundwithsale refusal refusallog refusalnotices refusalof refusals refuse refuseacknowledge refusecancelled refused refusedas
refusedoption refusedsale refuseforeignoptions refusefuture refusenewer refuseopenreference refuseoptions refuseother refuseown refuserenamedoption
refuserequests refuses refusetampered refuseunsafefolder refusing regex regexp regexpexecarray region registerkey reject rejectunauthorized relation
relations relationship relationships relaunch release releasedate releasefile releaseinfo releasekeys releaselock releases reload reloaded reloading
reloadpauses rels remain remaining remains remedy remember remembered rememberedjtis rememberuntil remote remoteaddress remove removed removedvariables
removeeventlistener removefolder removelistener removemenu removeoldentries removeswitch rename renamed renamedoption renamesync render renderer
rendering reopen reopenafter reopendamaged repeat repeatable repeated replace replaceall replaced replacedamaged replaceerror replacefile replaceimage
replacement replaceoptions replaces replacing replay replayed replayguard replays reply report reportfacts reportperson reports reprint request
requestabortederror requestbody requestclaims requestcontext requestedrefund requestkind requestof requests requesttimeout require requireall
requireanew requireanswer required requiredlink requirefetched requireissued requirekeysfor requirelongenough requirelook requiremanagerfor
requirenotinstalling requireopen requireownname requireownpin requirepermission requirerecovery requirerole requires requireunused reserved reset
resize resolve resolved resolvedids resolvedoptions resolvefiles resolveproxy resource resources resourcespath response responsedata responseerror
responses responsive rest restore restored restorednotices restorelostpayments result results resume resumecreation retry retryable retryafterms
retrylater return returnafterseconds returntype returnurl reverse rhel rid right rm rmsync ro roaming roamingdata role rolebefore roles rollback room
root rootcertificates rotate rotateat rotates rotating round rounds route routeof routes row rowfor rowid rowof rows rowsofsheet rowsource rowxml rs
rsa ru run runexport running runningapp runningimage runpayout runs runtime sa safe safely safename safeparse said sale saleatstart salebefore
salecursor saledescription saledraft saleeffect saleending saleevent salefollower salefollowers salehandlers saleid saleids salelimits salelog
salenamed saleof saleofpayment saleonly salerecord salereference salerow sales salesbetween salesettings salesofreference salesoptions salespage
salestage salestart salesummary saleterminal saleview salewithrefunds salt salvage salvaged same samebutcase samename samerecord sandbox sans satisfies
save savecounter saved savedfileerror savefile savemode savenote saveparts savepeople saver savesettings savesupportkey saveterminal saving say says
sbin sc scale scan scanned scene sceneof scenes schedule schedulenext schema schemaof schemas schemaversion scheme schemes scope screen screenkeeper
screens screenschanged screenunder script scrypt sd se seal sealcheck sealed sealedfields sealedfile sealedfrom sealedkeys sealedpack sealedrecord
sealedvalues sealfaults sealing sealingof sealkey sealof sealreport search searchable searchall searchatservice searchblock searchcovers searched
searches searchfields searchindex searching searchpage searchpiece searchrequest searchresponse searchtext searchtexts searchtimes
searchwithserviceclock second seconds secondstart secondstartof secret secrets secretsfor secure securecontext securedelete security securityheaders
seen seenbefore seenjti sees seldom select selectall self selling semicolon send sender senderframe sending sendingsale sendnow sends sent sentagainat
sentagoms sentat sentbefore sentshopnamefield sep sepa separator separators sepatext seq sequence serial serialdate serialised serif served server
serverfactory serverof serverparts serverwith servewindows service servicecode serviceerror serviceerrorcode serviceerrorcodes serviceerrorwords
servicekey servicekeys servicekeysnotices servicekeyswatch servicelog servicenow serviceoptions servicepage servicepayment serviceplace serviceprobe
services servicestate serviceunknown serviceurlfield servicewanted session sessionhandlers set setapplicationmenu setappusermodelid setaside setbits
setbounds seterrorhandler setfact setfeedurl setfullscreen sethealth setimmediate setmadefrom setmenu setminimumsize setnotfoundhandler setof
setpassword setpath setpayout setprivatekey setprotectedheader setsimplefullscreen setspellcheckerenabled setspellcheckerlanguages setstate settimeout
setting settings settingsat settingsdraft settingsedition settingseditions settingsgone settingshandlers settingspart settingsparts settingsrows
settingssaver settingssetaside settingsstore settingsundo settingsview settitle settle settled settleifover setutcdate setwindowopenhandler
setwrongtries setzoomlevel several severalmanagers severity sha shape share shared sharedarraybuffer sharedkeychain sharedkeychainparts sharing sheet
sheetdata sheetid sheetof sheetpath sheets sheetstart sheetview sheetviews shell shellparts shift shiftcalls shiftcolumn shiftcolumns shiftfigures
shiftfinder shiftfold shifthandlers shiftjournal shiftline shiftof shiftrecord shiftreport shiftreportview shiftrow shifts shiftsaddup shiftsoptions
shiftstable shiftsums shiftterminal shiftview shm shop shopid shopidfield shopname shopnamefield short shortage shortened shortenedposid shorter
shortest shortestms shortestpin should show showdisplay showed showerrorbox showinactive showmessagebox shown shownas shownerror shownpayment
shownrefunderror showopendialog showpayment shows showsavedialog showtext showtill shred shredded shut shutdown si side sideof sides sig sighup sigint
sigkill sign signal signature signaturebank signatures signed signedat signedin signedmessage signedpath signedrelease signer signeroptions signin
signing signingin signingkey signingkeyerrorcode signingkeyid signingkeyshape signout signs signsin sigterm silence silencems silent silentfor since
sincelast sincemonday sincems sink size sizebytes sizecalculation sk skew skewafter skewms skews skip skipped skipping slack sleep sles slice slide
slides slideseconds slot slots sm small smallest smallesttill smb smbfs smbnetfs snapshot snapshotparts snapshots so socket socks sofar sold some
somebody something soon sort sorted sought sound soundrows source sourceof sources space spacing span spanid spanof spans spanvalues spanwords spawn
speak spec specdeviation specdeviations special specification spellcheck spelt spend spent spentbefore spentby spentinaday splice split spread
spreadsheetml sql sqlinputvalue sqlite sqlitecode sqloutputvalue src ss sshfs ssl sslkeylogfile st stack stage stageof stageofimported stages stale
stalled stamp stamped stampof stand standalone standard standing standingof standingofstatus standingsince stands start startagain startasking
startcallbacklistener startdate startdue started startedat starterror startimage starting startmode startof startofday startproblems starts
startsandbox startswith startwatch stat state statefile statement statements statementsync statenotices stateof states statesum statesums statetext
statfssync static staticqrdeeplink staticqrfields staticqrrequest stats statsync status statuscode statuses statusesof stay stayed stays stdio
stdtimefunctions step stepafter stepofevent stepofline stepped steps stick sticker stickerbytes stickercalls stickercodefield stickerhandlers still
stillshown stood stoodms stop stopasking stopat stopidle stoplooking stopnotedexports stopped stoprunning stops stopsettling stopshaking stopticking
stoptimer stoptrying stopwaiting store stored storedcounter storedevent storedjwks storedseal storedsettings storedterminalsettings stranger stream
stretch stretches stretchof strict strictobject string stringify structuredclone stuck style styles stylesheet su sub subarray submenu subtle succeeded
succeededat success such sudo suffix sum summary summarypage sumof sums super superrefine superseded support supportfetchapi supportkey supportkeytext
supportkeyview supportlogs supportoptions supportpack supportpackparts supportparts supports surrogate surviveuncaughterrors suse suspect sv svg
swapped switch switchable switched switchnames symbol sync synced syncfile syncfolder synchronous syncname syncortell syntax syntaxerror syscall system
systemcertificates systemclock systemcode systemdisk systemexportdisk systemfiles systemfolders systemkeychain systemlocale systemnetwork systemrandom
systemstore systemzone sz table tables tag tags tail take takefile takefresh takein takemenu taken takenotedexports takeover takes takesback
takesbackatfirstword tally tallyaccount tallyinuse tamper tamperalarm tampered tamperedjournal tamperednotices tampering tamperingof tamperreason
tamperreasons target task tbl tell tellall tellanswer tellbroken tellforeign tellingdamage tellingof telloffiles tellothers tellparkedend tells
tellsnothing telltampering temp template temporarily terminal terminalfile terminalhandlers terminalid terminalidentity terminalsettings terminalstate
terminaltrust terminaltrustparts terminalview test text textcell textdecoder textencoder textlength textmember textof texts textsof than thanks
thanksms thanksseconds that the their them then there these they thing third this thismachine thorough those three through throw throwifaborted
throwifnoentry thrown thumbprint tick till tillback tillbounds tillclosed tillcrashpage tillerror tillerrordetails tillevent tillfills tillmate
tillmoved tillopensat tillparts tillplaced tills tillscreen tillsettled tillsnapshot tillstate tillstateparts tillstatus tillstep tillstrayed time
timeasked timed timedact timeknown timeleftms timeofday timeout timeoutms timeouts timequestion timequestionoptions timer timers times timesof
timestamp timetext timetexts timetold timezone timingsafeequal title titles tl tls tlsv tmpdir tn to tocreated today toevent tofault tofixed together
togglefullscreen toisostring tojournalerror token tokens tokensat told toldabout toldas toldof toldpayment toldpayments toldposid toldskewms tolerance
tolerancems toleranceseconds tolocalelowercase tolowercase too took tookms toolarge toolate toonew tooslow top topage topayment topayout topleftcell
toprecision torefund torow toseq tosorted tostoreerror tostring total totalelements totalpages totalpaymentamount totalpayments totalrefundamount
totalrefunds totals totillerror totransaction touch touched touppercase toutcstring toview tr trace traceid traceids traceof traceofheaders traceparent
trail trailaddsup traildigest trailpiece train training trainingact traininghandlers trainingoptions trainingpayer transaction transactioncount
transactiondate transactiongroup transactionkind transactionpage transactionquery transactions transactionsasked transactionsfields transactionview
transform transition transitions transport transporttimeouts tried tries trigger trim trimend trouble troubleof true trunc truncated trust trusted
trustparts try tryagain trying trylater tryreplace trytokeep ts tuning tuningsettings tunnel tunnels turn twice two twoclocks txt typ type typed
typeerror typeof types ua ubuntu ud ue ufeff ufffd ufffe uffff uint umask unanchored unanchorednotices unanswered unansweredsale unauthorized
unavailable unc uncaught uncaughtexception unchanged unchangedreads unchecked unclear unconfirmed undecided undefined undelivered under understand
understood underway underwayat undici undo undoable unexpected unfinished unhandledrejection unhide uninstall union unique unit unix unknown
unlessseparator unloadable unlock unmarked unmaskedline unmaximize unnamed unopened unopenedlog unpaid unpaidend unplugged unprotected unproven
unreachable unread unreadable unreadfile unrecognized unref unresponsive unsealed unsealedevents unseen unsettled unsettlednotices unsupported unsynced
unterminated until untilgone untilms untilnextword untried unusable unused unusual unusualfactor unusually unverified unverifiedanswers unwrap
unwrapkey unwritable unwritten up upcoming update updateact updated updateground updatememory updatenotices updateparts updateprovider updater
updatercachedirname updaterof updates updatesdraft updateserver updatesettings updatesfolder updateshandlers updatestate updatesview upforseconds ups
uptime urgent uri urierror url urls urlsearchparams usable usablepattern usb use used user userdata userdatadir userdatapath username using usual
usualinterval usualsale utc utf util uuid va val valid value valueat values valuesof variable variables verdict verdictof verdicts verdictwithoutread
verification verified verifier verifieroptions verify verifyfault verifynewest verifyprojections verifysignature version versionfacts versions
versionspart vg via view viewbox viewof views visit vnd void voided volume voucher vouchereligibility vouchermaximum vouchers voucherschemefield
voucherschemes vpn wait waitafterms waitagain waitanew waitbeforenext waitfor waitforasale waiting waitingscene waitms waits waitsfor waitsformerchant
waitsuntil wake wal wall walltime wanted wantedin wants warn warning was wasclosed wasleavable wasoffline wastakenback wastold watch watchclosed
watcheduntil watches watchforcrashes watchin watchnotedexports watchpage watchrecovery watchservicekeys watchstart wav way wayback ways weak weaken
weakening weakset web webcontents webcontentsprintoptions webdav webp webpreferences webrequest webview webviewtag week weekof weight welcome went
wentback were what whatentity whatof when whenopen whenready where wheregroup wherenoted whereof wherestates whether which while whileopen who whoended
whole wholebody wholebodyms wholelist wholeonly wholetext whose why whymanager whynot whyof wi width widthof widths will win window windowend
windowevents windowhandlers windowmenu windowname windownotices windowof windows windowsize windowsoptions windowtrouble wire wirepayment wish with
withacceptedissuer withalarmifleft withdeadline withextension within withinms withlogfiles withmark without withoutalarm withoutblanks withoutdefaults
withoutlongended withoutmanager withoutmenu withoutpayment withoutpin withoutsaleid withoutsecrets withouttexts withparents withpayment withpin
withread withrecordfor withrefundlive withreport withresolvers withsupportkey withsystem woff woke word wordafter words work workarea workbook
workbookparts workbookviewid worksheet worksheets worth would wrapkey wrapped wrapping writable write writeclipboard writedue writeexport writefile
writefilesync writelines writepart writeparts writer writeroptions writes writesealed writesheldforms writestream writesynced writetext writing written
wrong wrongissuer wrongtries wrote ws www wx xa xc xdg xf xfe xff xfid xk xl xlsx xlsxoptions xml xmlns xx yazl ye year yes yesterday yet yield yml
ysplit yymmdd yyyy za zero zip zipfile zipped zl zod zoderror zodissue zodtype zone zoned zoom zoomin zoomlevelafter zoommode zoomout zoomtill zp
zypper
`
    .trim()
    .split(/\s+/),
);
