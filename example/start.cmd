@echo off
rem Builds Ringer and the example and starts the example on Ringer. Ctrl-C ends it.
rem
rem   example\start [port] [none|pool|virtual] [https]
rem
rem   port      8080 unless given; 0 picks a free one
rem   none      handlers run one at a time on the server's own thread
rem   pool      on a fixed pool of threads, which is what they do unless told otherwise
rem   virtual   on a virtual thread each (JDK 21 or newer)
rem   https     over TLS, with a key and a certificate that nobody has signed, made once in target
rem
rem JAVA_HOME chooses the JDK (otherwise the one on the PATH), JAVA_OPTS may carry further options for it.
setlocal enabledelayedexpansion
cd /d "%~dp0.."

if "%~1"=="--help" goto help
if "%~1"=="-h" goto help

set "port=%~1"
if "%port%"=="" set "port=8080"
set "workers=%~2"
if "%workers%"=="" set "workers=pool"
set "scheme=%~3"
if "%scheme%"=="" set "scheme=http"

rem ---- what can be wrong is said before anything is built

set /a "number=port" 2>nul
if not "%number%"=="%port%" call :refuse "'%port%' is not a port from 0 to 65535 (see --help)" & exit /b 2
if %number% lss 0 call :refuse "'%port%' is not a port from 0 to 65535 (see --help)" & exit /b 2
if %number% gtr 65535 call :refuse "'%port%' is not a port from 0 to 65535 (see --help)" & exit /b 2
if not "%workers%"=="none" if not "%workers%"=="pool" if not "%workers%"=="virtual" (
    call :refuse "'%workers%' is not none, pool or virtual (see --help)" & exit /b 2
)
if not "%scheme%"=="http" if not "%scheme%"=="https" call :refuse "'%scheme%' is not https, the only third argument (see --help)" & exit /b 2
if not "%~4"=="" call :refuse "'%~4' is one argument too many (see --help)" & exit /b 2

set "bin="
if defined JAVA_HOME set "bin=%JAVA_HOME%\bin\"
"%bin%javac" -version >nul 2>nul
if errorlevel 1 call :refuse "cannot find %bin%javac; install JDK 17 or newer, and set JAVA_HOME or the PATH" & exit /b 2
call mvn -version >nul 2>nul
if errorlevel 1 call :refuse "cannot find mvn on the PATH; building Ringer needs Maven" & exit /b 2

rem ---- build

set "classes=target\example"
echo Building Ringer; the first build downloads its tools with Maven and can take a few minutes ... 1>&2
call mvn -q -B -P "!error-prone" -Dmaven.test.skip -Dspotless.check.skip -Dmaven.javadoc.skip -Dmaven.source.skip package || exit /b 1

rem written against the JDK alone: Ringer is not on this class path
if exist "%classes%" rmdir /s /q "%classes%"
mkdir "%classes%"
"%bin%javac" -Xlint:all --release 17 -d "%classes%" example\app\src\main\java\example\*.java || exit /b 1
xcopy /e /i /q /y example\app\src\main\resources "%classes%" >nul

rem the pages for forms, for events and for a chat alone use classes of Ringer's: its form parser, its event streams, its WebSocket
set "services=META-INF\services\com.sun.net.httpserver.HttpHandler"
set "sources=target\example.sources"
if exist "%sources%" del "%sources%"
for %%e in (forms events chat) do (
    for /r "example\%%e" %%f in (*.java) do (
        set "source=%%f"
        echo "!source:\=/!">>"%sources%"
    )
    xcopy /e /i /q /y "example\%%e\src\main\resources" "%classes%" >nul
)
"%bin%javac" -Xlint:all --release 17 -cp target\ringer.jar -d "%classes%" "@%sources%" || exit /b 1
type nul >"%classes%\%services%"
for /d %%e in (example\*) do (
    if exist "%%e\src\main\resources\%services%" type "%%e\src\main\resources\%services%" >>"%classes%\%services%"
)

set "keys="
if not "%scheme%"=="https" goto start
set "keys=target\localhost.p12"
if not exist "%keys%" "%bin%keytool" -genkeypair -alias server -keyalg EC -groupname secp256r1 -validity 365 ^
    -dname CN=localhost -ext SAN=dns:localhost,ip:127.0.0.1 ^
    -storetype PKCS12 -keystore "%keys%" -storepass changeit || exit /b 1

:start
"%bin%java" %JAVA_OPTS% -cp "target\ringer.jar;%classes%" example.Main %port% %workers% %keys%
exit /b %errorlevel%

:help
for /f "tokens=1* delims= " %%a in ('findstr /b "rem" "%~f0"') do (
    if "%%b"=="---- what can be wrong is said before anything is built" exit /b 0
    if "%%b"=="" (echo.) else (echo %%b)
)
exit /b 0

:refuse
echo example\start: %~1 1>&2
exit /b 2
