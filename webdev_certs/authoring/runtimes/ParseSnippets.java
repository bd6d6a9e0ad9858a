import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Parse snippets with the JDK's own compiler. Takes a folder of files; prints a line "name: error" for each file that
 * no wrapping makes into a program.
 */
class ParseSnippets {
    private static final Pattern IMPORT = Pattern.compile("(?m)^\\s*import [^;]+;\\s*$");

    public static void main(String[] folders) throws IOException {
        try (var files = Files.list(Path.of(folders[0]))) {
            for (var file : files.sorted().toList()) {
                var error = parse(Files.readString(file));
                if (error != null) {
                    System.out.println(file.getFileName() + ": " + error);
                }
            }
        }
    }

    /** The error of the snippet as it stands, or null when it parses in one of the wrappings. */
    private static String parse(String text) throws IOException {
        var imports = String.join("\n", IMPORT.matcher(text).results().map(found -> found.group()).toList());
        var body = IMPORT.matcher(text).replaceAll("");
        var expression = body.strip().replaceFirst(";$", "");
        var programs = List.of(
            text,
            imports + "\nclass Snippet {\n" + body + "\n}",
            imports + "\nclass Snippet { Object run() throws Throwable {\n" + body + "\n} }",
            imports + "\nclass Snippet { Object value = (\n" + expression + "\n); }",
            imports + "\nenum Snippet {\n" + body + "\n}");
        String first = null;
        for (var program : programs) {
            var error = errorOf(program);
            if (error == null) {
                return null;
            }
            first = first == null ? error : first;
        }
        return first;
    }

    private static String errorOf(String program) throws IOException {
        var source = new SimpleJavaFileObject(URI.create("string:///Snippet.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return program;
            }
        };
        var found = new DiagnosticCollector<JavaFileObject>();
        var compiler = ToolProvider.getSystemJavaCompiler();
        var task = (JavacTask) compiler.getTask(null, null, found, List.of("-proc:none"), null, List.of(source));
        task.parse();
        return found.getDiagnostics().stream()
            .filter(each -> each.getKind() == javax.tools.Diagnostic.Kind.ERROR)
            .findFirst()
            .map(each -> each.getMessage(null).lines().findFirst().orElse("") + " (line " + each.getLineNumber() + ")")
            .orElse(null);
    }
}
