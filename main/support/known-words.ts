/** Made by tools/known-words.mjs: every word that the till's own texts and names have. */
export const knownWords: ReadonlySet<string> = new Set(
  `
a ab abnormal abort abortcontroller aborted aborterror abortsignal about aboutanother aboutauthority aboutkey aboutof aboutpart aboutsales above abs absent
absentat absentsale ac accelerator accept acceptchanges accepted accepts access accessby accessibility accesssync account accountof accounts acknowledge
acknowledgealarm acknowledged acknowledgefields acknowledgement acknowledging act acted action activatable activate active activepane activity activityafter
actof actor actrow acts actsjournal actsparts actualsize ad adapter adapterof add addbits addbuffer addcontenttypeparser added addedup addeventlistener addfile
addhook adding addissue addnewest addparts addreadstream addrefund address addressed addressee addresses addressesof adds addsup addto addup addupnewest
addupwithout adjustafter administrator admit adopt advanced advice ae aes afpfs afs after afterawake afterlast afterletters aftermaybe afterother afterspine
afterwards again against age aged agent aggregateerror ago agree agreed agrees akamai al alarm alarmaddsup alarmnotices alarmover alarms alg algorithm
algorithmof algorithms align alike alive all alloc allow allowdowngrade allowed allowedby allowedbyid allowedbymanager allowh allpages allsettled alone along
already also alsowhenopen alt alter altered altname always alwaysontop among amount amountcents amountentry amountfield amounts amounttext amp an ancestors
anchor anchored anchoredshift anchoring anchoringoptions anchors anchorschema and andthen anew another answer answered answeredat answerfaults answerrow
answerrows answers any anything anyversion apache apart api apikey apikeyfield apikeyof apikeyset app appdata appdir append appendfilesync appimage
appimageupdater application applied apply applyfont applynumberformat applypragmas appmenu appoption appoptions apps appupdateconfigpath appupdater apt arch are
area arekeysfor arg args argument argv aria arm around array arraybuffer arrive arrives arrivesuntil arrivesuntilbywallclock arriveswithinms as asactor aschanges
asdamage aserror asfileerror aside asidename asidepath asitwas ask askagainifother asked askedat askedbysignature askedcancel askedchanges askedms askedpage
askedsale askedtowaitms askforcustomer askifquiet asking asknow askonce askoptions askprogress asks askservice askstoacknowledge asktime asrestorefault assemble
assign assignment asymmetrickeydetails asymmetrickeytype async asyncgenerator asynciterable asynciterator at atdisplay atend atitsoption atms atomics atonce
atstart attach attacks attempt attempted attempts attention atthesamemoment attill audio auth authcode authenticate authentication authorise authorised authorit
authority authorization authorized auto autodownload autohidemenubar autoinstallonappquit automatic autostart autostartentry available await awaited awaitedby
awaits awake away az ba back backedup backedupfile backedupjournal backedupstate background backgroundcolor backgroundlimit backgroundthrottling backoff backon
backup backupcalls backuphandlers backuphead backupkey backupmade backupmemory backupname backupnotice backups backupsofhandlers backupsource backupsparts
backupstatus backupwish bad band bands bank bankrefuses banks bare base basecachepath basename baseupdater baseurl batch batches batchesof bavail be bearer beat
became because becomes beegfs been before beforeconnection beforenumber beforerecord beforeseq began beganat begin beginning beginningof beginpass beginrestored
beginround begins begintally begun begunat begunby begunseq begunsof behind being believed believedskewms belong belongs belongsto below beside besideothers best
between beyj beyond bg bh bi big bigint bin bind bit bitof bits bitsof bitswanted blank blob block blocked blockof blocks blocksof body bodybytes bodylimit
bodyof bodytimeout bodytimeouterror bodytimeoutms bold boolean border borderid borders both bothkinds bottom bottomleft bounds box bpin br braces branch break
breakoff breaks breakstold breathe bridge brief brieffiles bring bringback bringbackwhole broke broken brokenoff browser browserwindow bsize bucket bucketsize
budget buffer bufferof buffersource buildconnector buildfromtemplate bulk bulkid bulkidfield bulkidof bulkidsetting bus business busy but buttons by byhand bykey
bymanager bynumber byof byperson byreference byte bytelength byteoffset byteordermark bytes bytesof bytesread bytime bywall ca cable cache cached cachekib
calculatejwkthumbprint calendar calibri call callback callbackbody callbackcheck callbackerror callbacklistener callbacknotices callbackoptions callbackparts
callbackpaths callbackreceiver callbacks callbackurl called caller callerof callname calloptions calls came cameout camera cameup can canadd cancel
cancelandacknowledge cancelanswered cancelbefore cancelby cancelclear canceldue canceled cancelforget cancell cancellable cancellation cancelled cancelledcount
cancellimit cancelling cancelnext cancelnow cancelpayment cancelresponse cancelretry cancels canceltimer candidate candidates cannot canparse canread cantopen
canwrap cap care carried carriedover carries carry case cashier catch catching catchingup caught cause causes cc cd ce ceil cell cellstylexfs celltext cellxfs
cellxml cent center centos cents ceph cert certain certificate certificatefault certificatelook certificateof certificatequestion certificates certifies certs ch
chain chainfaults chainhash chainof challenge change changed changedat changedfields changes changesof changing character characters charactersfrom charcodeat
charge charged chargedat chargedby chargedelsewhere chargedhere chargedwhere charges chargewith charset check checkage checkatcommandline checkatstart
checkclaims checkclock checkcommand checkcopy checkdatafolder checkdigits checked checkedaccount checkedcall checkeddisk checkeditem checkedscreen
checkedterminal checkedvalue checkevents checkfile checkfits checkforupdates checkfully checkid checkids checking checkinwords checkmend checknames checknewest
checkout checkpicture checkpiece checkpoint checkreport checkresult checks checkscalls checkseal checkshandlers checkshape checksignature checkspart checksparts
checkstate checksum checksview checkthumbprint checktype child chmodsync choice choices choose choosedisplay choosefile chooserelease choosetill chosen
chosenscreens chrome chromium chromiumlicences chunk chunks cifs cipher ciphertext circumstances cjs claim claimprefix claims class classification clean
cleanenvironment cleanly clear clearalarm cleared clearedat clearprovisioningalarm clears clearsproblem cleartimeout click client clientsettings clipboard clock
clocks clocksdifferms clocksetback clocktext clockwords clockwrong close closebeforequit closed closedasnotmade closedat closedby closedfiles closedisplay
closedof closedshift closedshifts closedshiftview closeduntil closedwhy closehandle closepath closes closesync closetoothers closetree closing cloud cloudat
cloudflare cloudof cloudstorage clz cm cn coalesce coda code codein codeof codepointat codes col colon color cols column columns columntype come comes
comfortfields comma command commandline commandonly commandorcontrol commandparts commandrun commit common commonfields compactdecrypt compactencrypt compactsign
compactverify companion companions compare compared comparedof comparejournal compareversions comparing complain complete completed completedrestore
completerestore compose compressed compression compressionlevel computer concat concluded configpath configure confirm confirmation confirmed confirmpaid
confirms conflict connect connectas connectcode connecting connection connectionoptions connections connector connectorparts connecttimeouterror connecttimeoutms
connectto console consolesink const constant constants constructor constructorparameters content contentof contents contentsid contentstext contenttype context
contextbridge contextisolation contextof continue continued contract contradict control controller coordinate copied copies copy copychecked copyfile
copyfilesync copyjournal copyjournals copyof copytext core correct corrected correction correctioncount corrections correlation corrupt cost could count
countaminute countdown counted countedagainst countedguess countedtries counteduntil counter counterdraft countername counternow counters countersave
countersettings counterview counting countopen countopenlookup countrefund country counts countsale countsbyday countslowly countstart covered cr crash crashed
crashes crashpage crashpagepath crashpagestate crashwatch crashwatchparts create createacts createbackups createchecks createcipheriv createconnection
createconnections createconnector createcustomerscenes created createdat createdecipheriv creatededuplicator createdirectory createecdh createexchange
createexports createfailurebudget createfilecheck createfilesprivately creategunzip creategzip createhash createhmac createinstaller createissuedreceipts
createissuerwatch createjournalfolders createjwkscache createjwksfile createlanguages createleaving createlicences createloadinthread createlog
createmanagersession createnotices createpagepulse createpagewriter createpayment createpaymentapi createpaymentservice createpool createprinting
createprivatekey createprovisioning createpublickey createrawlists createreachability createreadstream createreconciliation createreconciliationapi createrefund
createrefundapi createrefunds createrefundwatch createrefusallog createreplayguard createrestoring createsales createsecurecontext createserver
createserviceverifier createsettingseditions createsettingssaver createsigner createslowedtries createsnapshots createspecdeviations createstaticqr
createsupportpack createtally createterminalchecks createterminalkeys createterminaltrust createtestpictures createtill createtimequestion createtrust
createturns createundicitransport createupdates createverifier createwritestream creating creation creationarriveswithinms creationcontext creationdate
creationresponse credential credentials creditor crit criteria critical criticalmembers cross crv crypto cryptokey css csv csvoptions cty curlftpfs currency
current currentactivity cursor cursorof curve curves custom customer customerleft customersayspaid customerscenes customerscenesparts customerverdict customwidth
cut cutoff cy cz da daily dailybackup dailyname dailynow dailywish damage damaged damagefound darwin data database databaseoptions databasesync datafolder dataof
date dated dateof datetime datetimeformat davfs day dayafter dayfield dayfigures dayms dayof dayrange days daysbefore daysoff daystart daysums daytext dbus dc dd
de debian debtor debtoriban debtorname debtorrefundiban debtorsof debug decide decided deciderestore decimal decimals decimalsign decision declarescheme declined
decode decoded decodeprotectedheader decodeuricomponent decrypt decrypted decryptwithpassphrase deduplicator deepest deeplink default defaultpath defaultsession
defensive defer defined defuse defused deg delete deletepassword deliver denied deny depth der derive derivekey desc describe described description
descriptionfield descriptions desktop destroy destroyed detached detail details dev deviation deviations device devicename diagnosed diagnosedsale diagnosedtill
diagnosis diagnosiscalls diagnosishandlers diagnosisparts diagnosistext diagonal dialfor dialog dials did differ difference differencecount differenceof
differences differencesof different differing differs digest digestof digit digits dir direct dirname disable disablewebinstaller disallowcomments discard
discarddraft disconnect discriminatedunion disk diskcheck diskfull diskparts dismiss dismissed dispatcher display displaybounds displayclosed displaycounterview
displaycrashpage displayname displayopen displayplace displays displayshows displaysnapshot displaystanding displaystate displaystep distance distancetext
distinct distrustsystemstore div dj dk dnf dns do doctype document documents does doing domexception done donein doubt doubtful doubts down download downloading
downloads downloadupdate dp dq draft draftin draftname draftof drain drawing drawn drawnsheet drew drift drive drives drop dropbox dropped droppedact dropvalue
dropvanished dt due duein duewrite duplicate durable eacces each eachday eaddr eaddrinuse eaddrnotavail eai earlier earlierdata earlierof earliest earliestof
early earlycancel ebusy ec ecb ecdh econn econnrefused econnreset ed edge edges edit editedpeople editions editmenu edquot ee eexist efbig effect effectof
effects eg ehost ehostdown ehostunreach einval eio eisdir either electron eligible eloop else elsewhere em embedded emfile empty emptydraft emptytally en enabled
enametoolong enc encode encoded encodeuricomponent encoding encrypt encrypted encryptforpassphrase encryption end endacts endanyway endcommand enddate ended
endedat endedfor endedforhanging endedpayment endedrefunds endedsale endedsales endhung endhunglater ending endinglocked endings endof endoftext
endofwhatcanberead endprocess ends endsapp endsitself endsof endstage endstart endswith enet enetdown enetunreach engine enoent enospc enotdir enotfound enough
ensurekeywrap enter enteragain entities entries entry entryhead enum enumerate env envelope environment environmentof envoy enxio eperm epipe epoch eproto equals
equiv erofs err errcode errno errnoexception errnoof error errorbody errorcode errorcodes errordata errorof errors errorsofissue errorview errorwords es escaped
estimate etc etimedout etxtbsy eur euro euros even event eventbody eventemitter eventlines eventname eventof eventofanswer eventoffailure eventrow events
eventsafter eventsbetween eventsof eventstream ever every everychangedfield everyfile everyone everytransaction eviction exact exceeded except excerptof exchange
exchangeoptions excl exclude excluded exclusive exe exec execargv execfilesync execpath exist exists existssync exit exitcode expectcancelled expected
expectedpaths expectemptyorjson expire expireat expired expiredcount expires expiresat expiresin expiry explain explainact explained explainrefund export
exportatcommandline exportby exportcalls exportcommand exportdisk exportdraft exported exportenvironment exporterror exportformat exporthandlers exporting
exportinthread exportjob exportkind exportoptions exportorder exportoutcome exportparts exportplace exportprogress exportrequest exportrow exportrows exportrun
exports exportsource exportsparts exporttable exportwords exposeinmainworld ext extend extended extends extension extensions extname extra extract extractable
extras eyj fa fact factor facts factsof factsofrefused fail failed failedat failedbefore failedcount failednotice failedwith failing failure failurebudget
failurecode failures failuresperminute fall false families family familytext far fastify fastifyinstance fastifyreply fastifyrequest fatal fault faultcode
faultinwords faultof faultofgiven faults fchmodsync fe fedora feeding feff fetch fetchanew fetchanswer fetched fetchedat fetches fetching fetchkeys
fetchnodictionaries few fewer fewest ff ffc fffd ffffff fi field fielderror fielderrorcode fielderrorcodes fielderrorsof fieldof fields figures figurescalls
figureshandlers figuresjournal figuresoptions figuresstate figuresstates file fileentry filefault filefor filehandle filekey filekind filemenu filename filepath
filepaths files filesink filesinkoptions filetochoose filetoopen fill filled fillid fills fillscreen filter filtered filters final finally find findcreated
findelsewhere findindex finding findings findjsonsyntaxerror findlast findlines findrecord findsales fingerprint finish finisheddraft finishpiece
finishreplacement firewall firm firmfiles first firstafter firstat firstcounter firstidle firstms firstof firstpass firstprinting firstrecord firststate
firstthatleads firstupdates firstword fit fitpath fits fitting fk flags flat flatmap flatten flattenedsign flattenedverify float floor flush flushorthrow fo
focus focusable focusonnavigation focustill fold folded folder folderdisk folderfacts folderfor folders foldrefund foldsale follow followed followedsale
followending follower followercontext followers followerset following followkiosk followplaces follows followstart font fontid fonts for forbidden forbids
forbidswriting force forcecloseconnections forced forcefullycrashrenderer foreign foreignoptions foreignto forget forgetbefore forgetlookups forgive forgiven
forgivenat forgotten forgottenat form format formatcode formatof formatted formof forms forotheraccount forsave found foundelsewhere foundline foundown fr
fragment frame frameworkerrors free freemib freerefund freetext fresh from fromcharcode fromcodepoint fromentries fromerrordata fromjson fromjwk frompem fromseq
fromsqlite fromthread front frozen fs fstatsync fsyncsync ftp ftruncatesync full fullfsync fullscreen function furthest fuse fuseblk future gap gateway gather
gave gb gcm gcsfuse ge generated generatedpages generatekeypairsync generation generations generator genuine geolocation get getalldisplays getbounds
getcacertificates getdate getfullyear gethours getlatestversion getloginitemsettings getminutes getmonth getname getownpropertydescriptor getpassword getpath
getpathforfile getpeercertificate getprimarydisplay getprintersasync getprotocol getpublickey gets gettime gettimezoneoffset geturl getutcdate getutcday
getversion getzoomlevel gi give given givenbeside givenkeys givensettings giventorecover giventwice givenup gives giveup giveway gl glob globalthis glusterfs gmt
gnome go goback gobackandend gobackparts gobackto goes goeson goesonfrom gone goneback goofys google goon got gpu gr grace gram grams gray grid ground group
groupby groups gt gu guard guardcontents guardsession guardwebcontents guess guesses gvfsd h1 h2 had hadkeyboard half hand handed handedin handedover handedtext
handin handle handlecalls handler handlerparts handlers handlersof handles handling handname handshake happen happened happenedat haproxy hard has hasany hasbits
haschanged hascheckdigits hascompanions hasended hash hashpin haskey hasline hasmark hasmore hasnewdeeplink hasorphans hasown hasownschema haspin hassecret
hassecretservice have head header headerof headers headersms headersof headersoverflowerror headerstimeout headerstimeouterror headerstimeoutms heading headings
headof health heard heardat heardfrom height heightmm held heldaccount heldbytes heldforms heldms heldrecord heldrefunds heldsales here hex hexdigit hh hid
hidden hide hideothers high highwatermark hijack hindrance history historyof historystep historywhat hn hold holding holds home homedir homes host hosted
hostname hostof hosts hour hourcycle hours hoursof how hpe hr href hs html http httpdate httpexecutor httpparsererror httprequest httpresponse https httpsocket
httpsurlfield hu hung hurried hurry iat iban ibans icloud iclouddrive id idat idempotency idempotencykey idempotencykeyfields identified identifier
identifycallbackurl identity identityof idle idledraft idlesettings idlesince idonly ids idsin idsof idsofpayment ie if ignore il image img immediate implements
import importbyreference importcontext importdue imported importing importjwk importkey importothertillsrefunds importownpayments importpayment importrefunds
importrefundssince importsince imul in inaday inbackup inch includes incomplete inday index indexed indexes indexesaddup indexof indoubt indoubtfirst infer
infinity info inforce infours initial initialization injournal inlinestr inner ino inorder inparts inpieces input inquarter inrequest insert inside insist
install installatend installation installed installedon installer installerparts installers installimage installing installkind installs instance instanceof
instant instead instore instr insufficient int integer integrity integrityreport intent interface internal interrupted interruptible interruptiblewait interval
intheway inthread intl into inturn inuse invalid invalidates invoice invoke inwords ioerr ip ipc ipccheckparts ipchandlers ipcmain ipcmaininvokeevent ipcrenderer
iq is isabout isaboutanotherrefund isaboutcredentials isabsent isabsolute isacknowledgedue isactive isadminrightsrequired isafter isalike isalive isallowed
isalone isanchored isanother isanotherend isanswerrequired isanswerwanted isarray isasking isat isawaited isaway isbegun isbehind isbeingcancelled isbelieved
isbreak isbusy iscallname iscancellable iscancelledbycharge isclosed iscommand iscorrected iscounted iscountedopen iscovered iscrashed iscut isdamage isdate
isday isdebugged isdeepstrictequal isdestroyed isdevtoolsopened isdirectory isdone isdoubted isdue isdurable iselsewhere isempty isemptyat isend
isendedbyanothertill isending isevensince isexempt isfielderrorcode isfile isfilling isfinal isfinite isfirst isfocused isfolder isforbidden isforeign
isformanager isforother isforwhostandsthere isfound isfree isfresh isfull isfullscreen isgiven isgoneorlink isheld ishere ishome ishttpsorloopback isiban isid
isidle isindoubt isinside isinvalidatedbycharge isip isissue iskeywrap iskiosk isknown islast islater isleavable isleft islevelenabled islinked islisted
islookupdue islost ismac ismainframe ismanager ismaximized ismembers isminimized ismissed ismissing isnamed isnan isnew isnewest isnews isnext iso isobject
isofcounteralone isoff isofknownwords isofsqlite isofterminal isolated isolder isopenat isopened isother isotherterminal isothertills isotime isours isoutdated
isoutofreach isover isovertaken isowed isown isownpage ispackaged ispaidafterall ispaidhere ispair isparked isperhaps ispicturename isplain isplaindrawing ispng
isprivate isprompt isproven isrecent isrecordfault isrecordgone isrefund isrefundend isrefusal isrefused isremote isrsa iss issameaccount issamemac issamepair
issealed issealedalike issealedsince isseen isselling issendputoff issepa isset issettledby isshops isshort isshortofspace isshown issocket issomething issound
isspent isstillrequired isstoreforged issuccessor issue issued issuedat issuer issuercertificate issuernotice issuernoticeid issuerof issuers issuerseen
issuerwatch issues issuesof isswitch istakebacktold istakenback istakenfordone isthere isthismachine istimeunknown istimeup istold istoofar istoomany
istransaction isunanswered isunderway isunproven isunreadable isunsent isupdateavailable isurgent isuseless isutf isversion isview iswanted iswellformed iswhole
iswholelist iswithin iswithinfolder iswithinword iswoken isword iswrong it item itembytes items itemsof iterable iterate iterations iterator its itself
javascript jitter jo job join joined joinentries joinpayoutstore jose joseerror journal journalact journalamount journalathand journalbegun journalbeside
journalcare journalcents journalcentsof journalcheck journalcount journalentryname journalevent journalfile journalfolder journalfolderparts journalfolders
journalhandlers journalhealth journalid journalkinds journalmode journalnotices journalopened journaloptions journalpart journalparts journalplan journalplans
journalrefundevent journals journalsaleevent journalseal journalshift journalstanding journaltomatch journalwishevent jpeg jpg js json jsonc jsonl jsonlines
jsonname jsonobject jsonorundefined jsonpart jt jti judged just justify jwe jwedecryptionfailed jwk jwks jwkscache jwkscacheoptions jwksseal jwksstorage jwkstext
jwksurl jws keep keepanchor keepawake keeper keepforreceipt keepin keeping keepingwhatismore keeplast keeplisted keepmadeafterall keepnotes keeponly
keeponscreens keeppictures keeprecord keeprunning keeps keepstuck kept keptkeys keptname keptof keptrelease keptreleases keptwindows key keyagems keyalgorithm
keyat keybeside keybypassphrase keycertificate keychain keychainanswered keychaincheck keychaincommand keychainfault keychainlibrary keychainmachine
keychainparts keychainstate keychainstateof keychecks keyfault keyfor keyfornextaccount keyid keyin keyknown keylastsms keymanagementalgorithms keyname
keynotices keyobject keyof keyplace keyrenewal keyring keys keysafter keysafterrestore keyscalls keysfile keysfor keysforaccount keyshandlers keysin keysince
keyslost keyslostbyrestore keysof keysofstate keysseal keysthen keystore keysview keytar keytestparts keyview kib kid kill killed kind kindof kindofmissing kinds
kindsof kiosk kioskdraft know known knownat knownpaidout knownpaymentstatus knownsale knownscreens knownwords knows kty kw kwallet kz label labels lack lacking
lacks lackwords laid lang language languageatstart languagein languages large larger largest largestbytes last lastat lastbackup lastclosed lastfault lastfour
lastid lastindex lastindexof lastlookat lastmadeat lastof lastpaid lasts lastsaleat lastshift lastshiftto lastsms lasttry lastwrongat late latecancel later
latest latin launch launcher lay laybeside lays lb lc lead leads leaf learn learned learnofothers least leavable leavablein leaveall leavenothing leaves leaving
leavinghandlers leavingparts leavingquestion left leftbehind leftbehindin leftin leftms leftopen length lengthadjust lengths lengthwithoutposid lent less let
letgo letgolater lets letter level levelledlog levels li library libsecret licence licences licenses lies lifecycle lifetimems lifetimeof like likeness
likenessof likest limit limiter limiters limitfunction limitms limitof limits limittill line lineend linelevel lines linesabout linesbefore linesof linespage
lineswanted link links linux list listask listed listedcents listedonotherdays listedpayments listedrefund listedrefunds listedsofar listedstate listen listener
listeners listening listens listpage lists listsofraw listsunpaid literal live liveaccount liveaccountparts livestate load loader loading loadinthread loadkeytar
loadorder loadpage loadparts loadplainpage loadthreadparts loadurl local localappdata localdatafolder localdays locale localecompare localfolder localhost lock
locked locking log logfields logfile logfiles logfolder logger logging login loglevel loglevelparts loglevels logline loglines logo logparts logplace logrow logs
logscalls logshandlers logsink long longer longest longestms look lookatcertificate looked looking looklater looknow looks looksencrypted lookslikeone lookup
lookupcontext lookupparts lookuppayments lookupresult loopback looseobject loseskey lost lostof lostpayments lostpaymentsview lostrecord lostshifts low lower
lowered lru lrucache lt lu lustre lv ly mac machine machinechecks machineparts machines macmenus macof macofcounts macoffield macofkeys macos macupdater
macwindowmenu made madeafterall madeat madeatms madebetween madeby madefrom madeschema magic main mainframe maintenance mainthread make makedaily makedraft
makeready makeroom makesigningkey making malformed manage manager managerpin managers managersalone managersession managersof managing manifest manual many map
mapped margin margins mark marked markof marks maskaccountnumbers maskdigits masked maskedaddress maskedexcerpt maskediban maskedid maskedother maskedtext
maskedtoken maskedtraceid masks match matchall matchcolumn matchcolumns matchcriteria matched matches matchestable matchknown matchlisted matchpayment
matchrefund matchstate matchunlisted matchwithservice math max maxbytes maxconnections maximize maximized maximum maxmem maxpbes maxretries maxsize
maxyounggenerationsizemb may maybe maybeacted maybecounted maybeours mayclosetill mayend mayhaveacknowledged mayhaveacted mayhavebeenmade mayhelp mayhold
maynotclose mayrepeat maystandstill mb mc md me means meant meanwhile measure measured mebibytes media megabyte megabytes megasync member membername members
membersof membertext memory memorykeychain memoryprojections memoryusage mend mendof mends menu menuacts menutemplate merchant merchantid merchantname message
messageboxoptions messages meta method metrics mib microns microphone middle migrate migrations millimetres min mine minheight minimize minimum minute minutes
minversion minwidth mirror mismatch mismatched misplaced misplacedevent miss missed missing missingkeys mixed mk mkdir mkdirsync mkdtempsync mm mn mobile mode
modes modulus moduluslength moment monday money monotonic month more most mostbytes mount mounted mountinfo mountof mountoflinux mountofmac mounts move moved
movedcents moves moveto movetop mp mpeg mr ms msg mt mtime mtimens mu much must mustbelisted muted my name nameandrole namebefore named namedcurve namedin nameof
nameofthis names namesin namesnopos namesof namesrecord namingfile nan native nativewords navigate navigated navigateondragdrop navigation nbsp ncpfs ndjson near
needed neededmanager needs needsnorecord needsperson needspin negative neither net network networkchecks networkdrive networkinterfaces networkof networkparts
networkreturned never new newbackupkey newer newest newestblock newestcheck newestcheckparts newestcodes newestfirst newestpaidout newestrefund newestrefunds
newestrelease newestseen newfilekey newpin news newspacemib next nextcloud nextkey nextlook nextlookupat nextpage nextparts nextpiece nextreference nextrequest
nextshift nextsteps nextterminal nextturn nfc nfkc nfs nginx ni nl nlink no nobody nocancel node nodeintegration nodejs nofolder nofollow nonblock nonce none
nonnegative nonnullable nopayments nopermission nor norecord norefunds normal normalize nosale nosandbox nosendbefore nosniff not notadb notanerror notaswritten
notbefore notcounted notcountedwhy note notealarm noted notedexport notedexportsparts notedsave noteexport notended nothing nothingheard nothinglost notice
noticedstatus noticeof notices noticesofevents notinstalled notjson notkept notlisted notmanager notopenedcode nottaken now nowhere nowritebefore nrt ns
nsisupdater null nullable nullish number numberat numberformat numberof numbers numeric numfmt numfmtid numfmts oaep obey obeyed obeyretryafter
obeyretryafterofwrite object objectmode objectof observe ocamlfuse odd of off offcents offer offered offershredding office officedocument offline offset offsetms
ofmatches ofothers ofpayment ofpayments ofpayouts ofservice often ofterminal ofthiskey ofthisweek ofwrites ogg ok okp old older oldest oldestoutstanding om omit
omitabsent on onabort onarraybegin onarrayend onback onbeforerequest onbehind onbroken oncallback oncancelaccepted oncancelasked oncancelchecked once onchange
onchargedagain onchildend onclose onclosed oncreated ondamage ondisk ondisplay one oneatatime onedrive onedrivecommercial onedriveconsumer onedriver onelsewhere
onend oneof onerelease onerror ones onevent onflushed onhealth onheld onhung online only onmismatch onobjectbegin onobjectend onorphanchecked onprint onprogress
onquit onrequest onresponse onsameend onscreen onsecondstart onseen onseenafterend onspine ontillevent onunanchored onwake onwindow onwritten oom open openagain
openatlogin openbackupmemory openbeside opencount opencounts opendamaged opendialogoptions opendirectory opendisplay opened openedhead opener openerror
openeventstream openexternal openfile openfilekey openfolder openin opening openinghours openitem openjournal openjournalordisconnect openjournaltable
openkeptreleases openkeychain openlive openliveoptions openlog openloglevel openlookups openoutside openpage openpages openpayment openpayoutstable
openpayoutstore openpictures openpiece openpieces openrecordstream openrefund openrefunds opens opensale opensales openserver openservicesession opensettings
openshell openskey openson openssh openssl openstore opensupportparts opensuse opensync opentable opentally opentill opentillnotices opentilloptions opentraining
openupdatememory openupdates openupdateserver openwindows openxmlformats operation operationerror operations ops option optional optionaltext options optionsof
optionvalue or order ordered org origin originof origins originwith orphan os osrelease oth other otherdays otherjournal otherjournals others othersof
otherssignin otherterminal othertills otherversion otherwords our ours out outcome outcomeof outdated outdir output outputstream outside outstanding over overdue
overflow overlap override overtaken overview overwritten owed owedacts owedinfile owedinmemory owedlist owedto own ownaccount ownaddresses ownbytes owncloud
owner ownerof ownheld ownid ownms ownreference ownschema owntill ozone p paced pacedcall pack package packaged packcalls packed packedcheck packedchecks packets
packhandlers packid packpart packpartview pacman padding padend padstart page pageacts paged pageend pagefacts pagefaults pageitems pageof pagepulse pageread
pages pagesize pagetext pageurl pagewatch pagewriter pagewriterparts paid paidat paidcount paidout paidsales pair pane paper papercalls paperhandlers papersize
parameters params parent parentport parked parkedended parkedsales parse parseas parsecommandline parsed parseevent parseiban parseint parser parsereport
parsesigningkey part partial participant partly partmade partname parts partsafter pass passed passedover passphrase passphrasefield passphrasefromstdin
passphraseshort password past paste pasted pastedkey pastof path pathclaim pathclaimprefix pathname pathof paths pathsystem pathtext patience patiencems patient
pattern patternfill patterntype pause pausems pauses pausesafter pay payer payeriban payername payerpage payers payload payloadof payment paymentamount
paymentapi paymentchannel paymentchannels paymentcolumn paymentcolumns paymentcount paymentfields paymentfilter paymentid paymentidfields paymentlookup
paymentmatch paymentof paymentofrefund paymentpolling paymentprofileid paymentrequest paymentresponse paymentrow payments paymentscalls paymentservice
paymentshandlers paymentspage paymentsresponse paymentstable paymentstanding paymentstatus paymentstatuses paymentswanted paymenttallies paymentview payout
payoutamount payoutcents payoutcolumn payoutcolumns payoutcount payoutcurrency payoutdate payoutfields payoutid payoutnumber payoutof payoutpage payoutpayments
payoutrefunds payouts payoutscalls payoutsfields payoutshandlers payoutsoverview payoutspage payoutsresponse payoutstable payoutstatus payoutstatuses payoutstore
payoutview pbes pbkdf pcloud pclouddrive pdf pdfoptionsof peercertificate pem pemblock pending people peoplecalls peopleedit peoplehandlers peopleof peopletotals
peopleversion peopleview peoplewith per percent performance permanently perminute permission permissionof permissions permitted perms persecond person
personchange persondraft personnamefield personof persontotals personview personwithpin pick picks picture picturefield picturefor picturepath pictures
picturesfolder picturesof picturetokeep pictureurl picturewindow pid piece piecehead pieces piecesof pin pinact pinerror pinfield pinfromstdin pinlocked
pinmatches pino pinof pinrequired pins pinset pinsof pinwanted pipe pipeline pipelining pk pl place placeafter placedisplay placedrefund placefor placeinrollout
placeof places placesarekept placeschosen placetill plain plainaddress plainsheet plaintext plainurl plan plandays planfilling plans platform platforms play
please plimit plus png point policy poll polling polllongestms pollpauses polls pollschedule pollshortestms pool poolof pools pop port portal pos poscode
poscodeview posid posidfield posidin posidof position positive posix post postmessage power powermonitor powersaveblocker practice practicekey pragma pragmas pre
predecessor predecessorof prefault prefercsspagesize prefetch prefix preload preparation preparations prepare prepareapp preparecharge preparecommand prepared
preparepayment preparerefund preparestaticqr preparetask preparing preprod present presentkeys presentterminal preserve press prettifyerror prev prevent
preventdefault prevhash preview previewparts previous previouskey primary prime print printable printbackground printed printer printers printing printingdraft
printingsettings printoutcome prints printtopdf printtopdfoptions printwish private privatekey privateplaces privileges probe probes probeservice problem
problems problemwords proc process processenv processid processversions prod product products profile profileid program programs progress progressof project
projectall projection projectionfaults projections projectionsreadable projectionstate projectiontables projectrefund projectwish promise promises
promisewithresolvers prompt proof proofneeded proofof proper properties property propertykey proposedname protected protectedheader protocol prove proved proven
provenevents proves provided provider provision provisioned provisionfile provisioning provisioningalarm provisioninganswer provisioningcalls provisioningchange
provisioningchanges provisioningfault provisioningfield provisioningfile provisioninghandlers provisioningmissing provisioningnotices provisioningof
provisioningonstart provisioningparts provisioningpassphrase provisioningquestion provisioningresult provisioningstage provisionwith proxies proxy proxyfault
proxyfor proxyfromenvironment proxyroutes ps psn pss pt public publicaddress publichalf publicjwk publicjwktext publickey publictext published pulled pulse
pulseparts push put putback putbackrefunds putfielderrors putfolder putjournals putlisted putofflookup puton putotherjournal putpayout putrefund puts putsale
putseen putsettings putshift putstartedversionnotices putstartnotices putuncaughterrornotice putunlisted putunlistedrefund putunlistedsale putvalue px qa qi qr
qrcode quarter query queryof queryoflist queryofpage question questionof questions quick quickamounts quiet quietfor quietms quit quitandinstall quot quote
quoted race raise raised ran random randombytes randomuuid range rangeof rangequery ranges rank ranks rate ratelimiter ratelimiters raw rawbodies rawline
rawlists rawpage rclone rdonly reach reachability reachabilityfeed reachable reached read readable readabledisk readall readclipboard readclocks readdirsync
reader readexportwords readfigures readfile readfilesync readgivenkey readhandedfile readhead reading readinput readint readjournalbeside readline readlines
readlists readnow readone readonly readonlymap readonlyset readorabsent readpage readpayment readplan readprovisioning readrecord readrefund readrefundiban
readrelease readrow reads readsealed readsecondstart readsettings readsigningkey readsince readsupportkey readsync readterminalfile readtext readtrust readuint
readuintbe readwhole readwish readwithinms ready readypack readyrecord real realfolder realpath realpathsync rearrange reason reasonfield reasons rebuild
rebuildifwrong rebuilding rebuilt recall receipt receiptaddress receiptlanguages receiptname receiptof receipts receipturl receipturlfield receive
receivecallbacks received receiver recent recentanswers reckons reconcile reconciliation reconciliationapi reconciliationissuer reconciliationlists
reconciliationparts record recordaccount recordcalls recorded recordedact recordedevent recordhandlers recordkind recordkindof recordof recordpage recordplace
recordrow records recordstream recordtaken recordtosealwith recordwanted recountsums recover recovered recoverednotice recovery recoverylack recoveryoutcome
recoveryview rect rectangle recursive redact redacted redactedjson redactedtext redirect redirected redo reduce reference referencefield referenceform
referenceof referencepattern referencepatternfield references referrer refers refill refilled refine refinementctx reflect refresh refund refundable refundableof
refundablewithoutmanager refundablewithoutpin refundapi refundask refundasked refundatstart refundbefore refundbegun refundcolumn refundcolumns refundcount
refunddecision refunddoubt refunddraft refunded refundedcount refundedof refundevent refundfields refundfollower refundfollowercontext refundhandlers refundiban
refundibans refundibansof refundibansoptions refundid refundidsfields refunding refundkey refundkeyhours refundkeys refundlimit refundlive refundlook refundmade
refundof refundownerof refundpinabove refundpinwhy refundrecord refundrequest refundrequests refundrequestscontext refundresponse refundrow refunds
refundsareunknown refundsbefore refundsbetween refundscene refundschedule refundsettling refundsof refundsoptions refundspage refundspath refundsresponse
refundstable refundstage refundstanding refundstandingof refundstatuses refundsunknown refundtallies refundtimefold refundtimes refundview refundwish
refundwithsale refusal refusallog refusalnotices refusalof refusals refuse refuseacknowledge refusecancelled refused refusedas refusedoption refusedsale
refuseforeignoptions refusefuture refuseheld refusenewer refuseopenreference refuseoptions refuseother refuseown refuserequests refuses refusetampered
refuseunsafefolder refuseunseen refusing regex regexp regexpexecarray region registerkey reject rejectunauthorized rekeyafter rel relation relations relationship
relationships relaunch release releasedate releasefile releaseinfo releasekeys releaselock releases reload reloaded reloading reloadpauses rels remain remaining
remains remedy remember remembered rememberedjtis rememberuntil remind reminder remote remoteaddress remove removecopies removed removedvariables
removeeventlistener removefolder removeleftcopies removelistener removemenu removeold removeswitch rename renamed renamesync render renderer rendering renewal
reopen reopenafter reopendamaged repeat repeatable repeated replace replaceall replaced replacedamaged replacedat replaceerror replacefile replaceimage
replacement replaceoptions replaces replacing replay replayed replayguard replays reply report reportfacts reportinput reportof reportperson reports reporttext
reprint request requestabortederror requestbody requestbudget requestclaims requestcontext requestedrefund requestkind requestof requests requesttimeout require
requireall requirealone requireanew requireanswer requirebackup requirechosen required requiredlink requirefetched requiregoing requireissued requirekeysfor
requirelongenough requirelook requiremanagerfor requirenotinstalling requireopen requireownname requireownpin requirep requirepage requirepassphrase
requirepermission requirerecovery requirerole requires requiresetup requireunused requireusable reserved reset resize resolve resolved resolvedids
resolvedoptions resolvefiles resolveproxy resource resourcelimits resources resourcespath response responsedata responseerror responses responsive rest restart
restofstate restore restorechange restored restoredfrom restoredjournal restorednotices restoredrefunds restorelostpayments restoreoptions restoreplan
restorepreview restoring restoringparts result results resume resumecreation retry retryable retryafterms retrylater return returnafterseconds returntype
returnurl reverse revoked rhel rid right rights rm rmsync ro roaming roamingdata role rolebefore roles rollback room root rootcertificates rotate rotateat
rotates rotating rotation round roundparts rounds route routeof router routes row rowfor rowid rowof rows rowsaddup rowsofsheet rowsource rowxml rs rsa ru run
runcommand runexport runinthread running runningapp runningimage runpayout runs runtime sa safe safely safename safeparse said sale saleatstart salebefore
salecursor saledescription saledraft saleeffect saleending saleevent salefollower salefollowers salehandlers saleid saleids salelimits salelog salenamed saleof
saleofpayment saleonly salerecord salereference salerow saleruns sales salesbetween salesettings salesofreference salesoptions salespage salestage salestart
salesummary saleterminal saleview salewithrefunds salt salts saltsof salvage salvaged same samebutcase samename samerecord sandbox sans satisfies save
savecounter saved savedaily savedfileerror savefile savekeys savemode savenote saveparts savepeople saver savesettings savesupportkey saveterminal saving say
says sbin sc scale scalefactor scan scanned scarce scene sceneof scenes schedule schedulenext schema schemaof schemas schemaversion scheme schemes scope screen
screenkeeper screenmark screens screenscalls screenschanged screenschosen screensdraft screenseen screenshandlers screensseen screentext screenunder screenview
script scrypt sd se seal sealcheck sealdraft sealed sealedfields sealedfile sealedfrom sealedkeys sealedpack sealedrecord sealedvalues sealedwith sealfaults
sealing sealingof sealkey sealof sealpieces sealreport search searchable searchall searchatservice searchblock searchcovers searched searches searchfields
searchindex searching searchpage searchpiece searchrequest searchresponse searchtext searchtexts searchtimes searchwithserviceclock second seconds secondstart
secondstartof secp secret secretof secrets secretsfor secretsof secrettext secure secureconnect securecontext securedelete security securityheaders see seen
seenbefore seenjti sees seldom select selectall self selling semicolon send sender senderframe sending sendingsale sendinturn sendnow sends sent sentagainat
sentagoms sentat sentbefore sentshopnamefield sep sepa separator separators sepatext seq sequence serial serialdate serialised serif served server serverfactory
servername serverof serverparts serverwith servewindows service servicechecks servicecode serviceerror serviceerrorcode serviceerrorcodes serviceerrorwords
servicekey servicekeys servicekeysnotices servicekeyswatch servicelog servicenow serviceoptions servicepage servicepayment serviceplace serviceprobe services
servicesession servicestate serviceunknown serviceurlfield servicewanted session sessionfor sessionhandlers sessionparts set setapikey setapplicationmenu
setappusermodelid setaside setautopadding setbits setbounds setdaily seterrorhandler setfact setfeedurl setfullscreen sethealth setimmediate setkiosk
setloginitemsettings setmadefrom setmenu setminimumsize setnotfoundhandler setof setpassword setpath setpayout setprivatekey setprotectedheader sets
setsimplefullscreen setspellcheckerenabled setspellcheckerlanguages setstate settimeout setting settings settingsat settingsdraft settingsedition
settingseditions settingsgone settingshandlers settingsof settingspart settingsparts settingsrows settingssaver settingssetaside settingsstore settingsundo
settingsview settitle settle settled settleifover setup setutcdate setwindowopenhandler setwrongtries setzoomlevel several severalmanagers severity sha shape
share shared sharedarraybuffer sharedkeychain sharedkeychainparts sharing sheet sheetdata sheetid sheetof sheetpath sheets sheetstart sheetview sheetviews shell
shellparts shift shiftcalls shiftcolumn shiftcolumns shiftfigures shiftfinder shiftfold shifthandlers shiftjournal shiftline shiftof shiftrecord shiftreport
shiftreportview shiftrow shifts shiftsbefore shiftsoptions shiftstable shiftsums shiftterminal shiftto shiftview shm shop shopid shopidfield shopname
shopnamefield short shortage shortened shortenedposid shorter shortest shortestms shortestpin should show showdisplay showed showerrorbox showinactive
showmessagebox shown shownas shownerror shownjournal shownof shownpayment shownrefunderror shownscreen shownscreens shownvalue showopendialog showpayment shows
showsavedialog showtext showtill shred shredded shut shutdown si side sideof sides sig sighup sigint sigkill sign signal signaskept signature signaturebank
signatures signed signedat signedclient signedin signedmessage signedpath signedrelease signer signeroptions signerwith signin signing signingin signingkey
signingkeyerrorcode signingkeyid signingkeyshape signingkeysof signout signs signsin signswith signwith sigterm silence silencems silent silentfor since
sincelast sincemonday sincems sink size sizebytes sizecalculation sized sizetext sk skew skewafter skewms skews skip skipped skipping skiptaskbar sleep slept
sles slice slide slides slideseconds slot slotof slots slow slowed slowestms sm small smallest smallesttill smb smbfs smbnetfs snapshot snapshotparts snapshots
so socket socks sofar sold some somebody something soon sort sorted sought soughtid sound soundrows source sourceof sources space spacing span spanid spanof
spans spanvalues spanwords spawn speak spec specdeviation specdeviations special specific specification spellcheck spelt spend spent spentbefore spentby
spentinaday spine splice split splitentries spoken spread spreadsheetml sql sqlinputvalue sqlite sqlitecode sqloutputvalue squid src ss sshfs ssl sslkeylogfile
st stack stage staged stageof stageofimported stages stale stalled stamp stampat stamped stampof stand standalone standard standing standingatstart standingof
standingofstatus standingsince stands start startagain startanew startasking startcallbacklistener startdate startdue started startedat starterror startimage
starting startmode startof startofday startorreport startproblems starts startsandbox startswith startwatch startwithcomputer stat state statefile statement
statements statementsync statenotices stateof states statesum statesums statetext statfs statfssync static staticqrdeeplink staticqrfields staticqrrequest stats
statsync status statuscode statuses statusesof stay stayed stays stdin stdio stdtimefunctions step stepafter stepofevent stepofline stepped steps stick sticker
stickerbytes stickercalls stickercodefield stickerhandlers still stillshown stood stoodms stop stopasking stopat stopidle stoplooking stopnotedexports stopped
stoprunning stops stopsettling stopshaking stopticking stoptimer stoptrying stopwaiting store stored storedcounter storedevent storedjwks storedseal
storedsettings storedterminalsettings storefile stranger stream streamhandedfile streamhandedtext stretch stretches stretchof strict strictobject string
stringify structuredclone stuck style styles stylesheet su sub subarray submenu subtle subtlecrypto succeeded succeededat success such sudo suffix sum summary
summarypage sumof sums super superrefine superseded support supported supportfetchapi supportkey supportkeytext supportkeyview supportlogs supportoptions
supportpack supportpackparts supportparts supports surrogate surroundings surviveuncaughterrors suse suspect sv svg swapped switch switchable switched
switchnames symbol sync synced syncfile syncfolder synchronous syncms syncname syncortell syncs synctree syntax syntaxerror syscall system systemcertificates
systemcheckeddisk systemclock systemcode systemdisk systemexportdisk systemfiles systemfolders systemkeychain systemlocale systemnetwork systemrandom systemstore
systemzone sz table tablefiles tables tag tags tail take takeback takebackrecord takefile takefresh takein takemenu taken takenotedexports takeover takes
takesback takesbackatfirstword takesplace takesspine takewhileopen taking tally tallyaccount tallyinuse tamper tamperalarm tampered tamperedjournal
tamperednotices tampering tamperingof tamperreason tamperreasons target task tbl tell tellall tellanswer tellfailed tellfaults tellforeign tellingdamage
tellingof tellof telloffiles tellothers tellparkedend tells tellsnothing telltampering temp template temporarily terminal terminalchecksparts terminalfile
terminalhandlers terminalid terminalidentity terminalkeys terminalkeysparts terminalof terminalsettings terminalstate terminaltrust terminaltrustparts
terminalview test testable tested testkey testpicture testpicturetext text textcell textdecoder textencoder textentry textlength textmember textof texts textsink
textsof than thanks thanksms thanksseconds that the their them themselves then there these they thing third this thismachine thorough those thread threadjob
threads three through throw throwifaborted throwifnoentry thrown thumbprint thumbprintof tick till tillback tillbounds tillclosed tillcrashpage tillerror
tillerrordetails tillevent tillfills tillmate tillmoved tillopensat tillparts tillplaced tills tillscreen tillsettled tillsnapshot tillstate tillstateparts
tillstatus tillstep tillstrayed time timeasked timed timedact timeknown timeleftms timeof timeofday timeout timeoutms timeouts timequestion timequestionoptions
timer timers times timesof timestamp timetext timetexts timetold timezone timingsafeequal title titles tl tls tlssocket tlsv tmp tmpdir tn to tocreated today
todo toerrordata toevent tofault tofixed together togglefullscreen toisostring tojournalerror token tokenbucket tokens told toldabout toldas toldat toldof
toldpayment toldpayments toldposid toldskewms tolerance tolerancems toleranceseconds tolocalelowercase tolocalestring tolowercase too took tookms toolarge
toolate toonew tooshort tooslow top topage topayment topayout topleftcell toprecision torefund toreversed torow toseq tosorted tostoreerror tostring total
totalelements totalpages totalpaymentamount totalpayments totalrefundamount totalrefunds totals tothread totillerror totransaction touch touched touppercase
toutcstring toview tr trace traceid traceids traceof traceofheaders traceparent trail trailaddsup traildigest trailpiece train training trainingact trainingfile
traininghandlers trainingjournal trainingoptions trainingpayer transaction transactioncount transactiondate transactiongroup transactionkind transactionpage
transactionquery transactions transactionsasked transactionsfields transactionview transfer transferable transform transition transitions transport
transporttimeouts tried tries trigger trim trimend trouble troubleof true trunc truncated trust trusted trustin trusting trustparts try tryagain trying trylater
tryreplace trytokeep ts tuning tuningsettings tunnel tunnels turn turned turns turnsparts twice two twoclocks txt typ type typed typeerror typeof types ua ubuntu
ud ue ufeff ufffd ufffe uffff uint umask unable unanchored unanchorednotices unanswered unansweredsale unauthorized unavailable unc uncaught uncaughtexception
unchanged unchangedreads unchecked unclear unconfirmed und undecided undefined undelivered under understand understood underway underwayat undici undo undoable
unexpected unfinished unhandledrejection unhide uninstall union unique unit unix unknown unknownnow unlessaborted unlessseparator unlink unloadable unlock
unmarked unmaskedline unmaximize unmoved unnamed unopened unopenedlog unpack unpackbackup unpacked unpackedbackup unpaid unpaidend unplugged unprotected unproven
unreach unreachable unreached unread unreadable unreadfile unrecognized unref unresponsive unsealed unsealedevents unseen unsettled unsettlednotices unsigned
unsupported unsynced unterminated until untilgone untilms untilnextword untold untouched untried untrusted unusable unused unusedid unusedsalt unusual
unusualfactor unusually unverified unverifiedanswers unwrap unwrapkey unwritable unwritten up upcoming update updateact updated updateground updatememory
updatenotices updateparts updateprovider updater updatercachedirname updaterof updates updatesdraft updateserver updatesettings updatesfolder updateshandlers
updatestate updatesview upforseconds ups upstream uptime urgent uri urierror url urls urlsearchparams usable usablepattern usages usb use used useless user
userdata userdatadir userdatapath username using usual usualinterval usualsale utc utf util uuid va val valid value valueat values valuesaddup valuesof variable
variables varnish verdict verdictof verdicts verdictwithoutread verification verified verifier verifieroptions verifies verify verifyfault verifynewest
verifyprojections verifysignature version versionfacts versions versionspart very vg vh via view viewbox viewof views visit vmin vnd void voided volume voucher
vouchereligibility vouchermaximum vouchers voucherschemefield voucherschemes vpn wait waitafterms waitagain waitanew waitbeforenext waitfor waitforasale waiting
waitingscene waitms waits waitsfor waitsformerchant waitsuntil wake wal wall walltime wanted wantedin wants warn warning was wasclosed wasleavable wasoffline
wastakenback wastold watch watchclosed watchedfor watcheduntil watches watchforcrashes watchin watchnotedexports watchpage watchrecovery watchservicekeys
watchstart wav way wayback ways wayson weak weaken weakening weakset web webcontents webcontentsprintoptions webcrypto webdav webp webpreferences webrequest
webutils webview webviewtag week weekof weight welcome well went wentback were what whatentity whatof when whenopen whenready where wheregroup wherenoted whereof
wherestates whether which while whileopen who whoended whoever whole wholebody wholebodyms wholelist wholeonly wholetext whom whose why whymanager whynot whyof
wi width widthof widths will win window windowend windowevents windowhandlers windowmenu windowname windownotices windowof windows windowsize windowsoptions
windowtrouble wire wirepayment wish wishasked wishend wishes wishgivenup wishname wishof with withacceptedissuer withalarmifleft withapikey withdeadline
withextension withfirstkey withgiven within withinms withkeys withlogfiles withmark withnextkey withnextkeyinuse without withoutalarm withoutblanks
withoutdefaults withoutkey withoutlongended withoutmanager withoutmenu withoutpayment withoutpin withoutquotedjson withoutruns withoutsaleid withoutsecret
withoutsecrets withouttexts withparents withpayment withpin withpreviouskeyback withread withrecordfor withrefundlive withrenewal withreport withresolvers
withsupportkey withsystem withwords woff woke word wordafter words wordsof work workarea workbook workbookparts workbookviewid worker workerdata works worksheet
worksheets worst worstof worstwords worth would wrap wrapkey wrapped wrapping writable write writebackup writeclipboard writedue writeexport writefile
writefilesync writelines writepart writeparts writer writeroptions writes writesealed writesheldforms writestream writesynced writetext writeuint writing written
wrong wrongissuer wrongtries wrote ws www wx xa xbb xbf xc xdg xef xf xfe xff xfid xk xl xlsx xlsxoptions xml xmlns xx yazl ye year yes yesterday yet yield yml
you your ysplit yymmdd yyyy za zero zip zipfile zipped zl zlib zod zoderror zodissue zodtype zone zoned zoom zoomin zoomlevelafter zoommode zoomout zoomtill zp
zypper
`
    .trim()
    .split(/\s+/),
);
